import type { Actor } from '@meadow/contracts'
import type { Claims } from '@meadow/service'
import type { Member } from './members.ts'

/** Who acts, from their token. A token knows no version, so what it says gives way to any event. */
export const claimsActor = ({ sub, username, name, picture }: Claims): Actor => ({
  _id: sub,
  username,
  fullName: name,
  avatar: picture,
  profileVersion: 0,
})

/** Who acts, as events carry them. */
export function toActor(member: Claims | Member): Actor {
  if ('sub' in member) return claimsActor(member)
  const { _id, username, fullName, avatar, profileVersion } = member
  return { _id, username, fullName, avatar, profileVersion }
}
