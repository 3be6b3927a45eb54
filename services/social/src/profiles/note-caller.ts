import { claimsActor, type Members } from '@meadow/members'
import type { Caller } from '@meadow/service'
import type { ProfileRepository } from './profile-repository.ts'

type Parts = { members: Members; profiles: ProfileRepository; now: () => Date }

/** Who has just registered may act before the event of it arrived: their token says enough to begin with. */
export async function noteCaller({ members, profiles, now }: Parts, caller: Caller): Promise<void> {
  await members.noteActor(claimsActor(caller))
  await profiles.ensure([{ memberId: caller.sub, createdAt: now() }])
}
