import type { Actor } from '@meadow/contracts'
import type { Claims } from '@meadow/service'
import type { Member } from './member-read-model.ts'

/** Converts token claims to an actor with profile version 0, so that every event of the member overrides it. */
export const claimsToActor = ({ sub, username, name, picture }: Claims): Actor => ({
  _id: sub,
  username,
  fullName: name,
  avatar: picture,
  profileVersion: 0,
})

/** Converts a member or token claims to the actor that events carry. */
export function toActor(member: Claims | Member): Actor {
  if ('sub' in member) return claimsToActor(member)
  const { _id, username, fullName, avatar, profileVersion } = member
  return { _id, username, fullName, avatar, profileVersion }
}
