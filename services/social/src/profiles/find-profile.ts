import type { Members } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import { noteCaller } from './note-caller.ts'
import type { Profile } from './profile.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Parts = { members: Members; profiles: ProfileRepository; now: () => Date }

/** A profile as the caller may see it; their own also before anything was heard of them. @throws member_not_found */
export async function findProfile(parts: Parts, idOrUsername: string, caller: Caller): Promise<Profile> {
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
