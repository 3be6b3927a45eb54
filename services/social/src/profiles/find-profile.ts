import { callerToViewer } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import type { Profile } from './profile.ts'
import { type UpsertCallerDeps, upsertCaller } from './upsert-caller.ts'

/** Finds a profile that the caller, or a guest, can see. Creates the caller's own profile if no event has arrived yet. @throws member_not_found */
export async function findProfile(
  deps: UpsertCallerDeps,
  idOrUsername: string,
  caller: Caller | undefined,
): Promise<Profile> {
  const viewer = callerToViewer(caller)
  const found = await deps.profiles.find(idOrUsername, viewer)
  if (found) return found
  if (!caller || !isOwnProfile(idOrUsername, caller)) throw new DomainError('member_not_found')
  await upsertCaller(deps, caller)
  const own = await deps.profiles.find(caller.sub, viewer)
  if (!own) throw new DomainError('member_not_found')
  return own
}

const isOwnProfile = (idOrUsername: string, { sub, username }: Caller) =>
  [sub, username].includes(idOrUsername.toLowerCase())
