import { calls } from '@meadow/contracts'
import type { Members } from '@meadow/members'
import { type Caller, DomainError, type Served, serve } from '@meadow/service'
import { noteCaller } from './note-caller.ts'
import { type Profile, toProfileView } from './profile.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Parts = { members: Members; profiles: ProfileRepository; now: () => Date }

export function profileCalls(parts: Parts): Served[] {
  return [
    serve(calls.getProfile, async ({ member, params }) => {
      const profile = await findProfile(parts, params.idOrUsername, member)
      return { user: toProfileView(profile), isFollowing: profile.isFollowing }
    }),
  ]
}

/** @throws member_not_found */
async function findProfile(parts: Parts, idOrUsername: string, caller: Caller): Promise<Profile> {
  const viewer = { _id: caller.sub }
  const found = await parts.profiles.find(idOrUsername, viewer)
  if (found) return found
  if (!isOneself(idOrUsername, caller)) throw new DomainError('member_not_found')
  await noteCaller(parts, caller)
  const own = await parts.profiles.find(caller.sub, viewer)
  if (!own) throw new DomainError('member_not_found')
  return own
}

const isOneself = (idOrUsername: string, { sub, username }: Caller) =>
  [sub, username].includes(idOrUsername.toLowerCase())
