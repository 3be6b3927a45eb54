import type { MemberView } from '@meadow/contracts'
import type { MembersTable } from './schema.ts'

/** A scalar sub-select reads one edge per member; PostgreSQL would plan `exists` as a scan of everyone the viewer follows. */
const IS_FOLLOWING_SQL = 'coalesce((select active from follows where from_id = $1 and to_id = m.id), false)'

/**
 * Returns the columns of a member view for the viewer `$1`, in a query that joins `members` as `m`.
 * `isFollowingSql`: for a query that knows it without looking it up.
 */
export const memberViewColumns = (isFollowingSql = IS_FOLLOWING_SQL): string =>
  `m.id as member_id, m.username, m.full_name, m.avatar, m.is_verified, ${isFollowingSql} as is_following`

/** The columns of a member view in most queries. */
export const MEMBER_VIEW_COLUMNS = memberViewColumns()

export type MemberViewRow = Pick<MembersTable, 'username' | 'full_name' | 'avatar' | 'is_verified'> & {
  member_id: MembersTable['id']
  is_following: boolean
}

/** Converts a row to the member view. */
export const rowToMemberView = (row: MemberViewRow): MemberView => ({
  _id: row.member_id,
  username: row.username,
  fullName: row.full_name,
  avatar: row.avatar,
  isVerified: row.is_verified,
  isFollowing: row.is_following,
})
