import { claimsToActor, type MemberReadModel } from '@meadow/members'
import type { Caller } from '@meadow/service'
import type { ProfileRepository } from './profile-repository.ts'

export type UpsertCallerDeps = { members: MemberReadModel; profiles: ProfileRepository; now: () => Date }

/** Creates member and profile of the caller from the token, because a new member can act before `member.registered` arrives. */
export async function upsertCaller({ members, profiles, now }: UpsertCallerDeps, caller: Caller): Promise<void> {
  await members.upsertActor(claimsToActor(caller))
  await profiles.ensureExists([{ memberId: caller.sub, createdAt: now() }])
}
