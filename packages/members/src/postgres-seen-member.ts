import type { MemberView } from '@meadow/contracts'

/**
 * The columns of a member as `$1` sees them, for a query that joins `members` as `m`. One edge each: `exists` would be
 * planned as reading all whom the viewer follows.
 */
export const SEEN_MEMBER = `m.id as member_id, m.username, m.full_name, m.avatar, m.is_verified,
  coalesce((select active from follows where from_id = $1 and to_id = m.id), false) as is_following`

export type SeenMemberRow = {
  member_id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  is_following: boolean
}

export const toSeenMember = (row: SeenMemberRow): MemberView => ({
  _id: row.member_id,
  username: row.username,
  fullName: row.full_name,
  avatar: row.avatar,
  isVerified: row.is_verified,
  isFollowing: row.is_following,
})
