import type { MemberView } from '@meadow/contracts'

/** The columns of a member as `$1` sees them, for a query that joins `members` as `m`. */
export const MEMBER = `m.id as member_id, m.username, m.full_name, m.avatar, m.is_verified,
  coalesce((select active from follows where from_id = $1 and to_id = m.id), false) as is_following`

export type MemberRow = {
  member_id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  is_following: boolean
}

export const toMember = (row: MemberRow): MemberView => ({
  _id: row.member_id,
  username: row.username,
  fullName: row.full_name,
  avatar: row.avatar,
  isVerified: row.is_verified,
  isFollowing: row.is_following,
})

/** Whether a member's name holds what is searched for, as a condition of SQL; with `@` before it the username begins so. */
export const findsName = (param: string): string => `strpos('@' || m.found_by, folded(${param})) > 0`
