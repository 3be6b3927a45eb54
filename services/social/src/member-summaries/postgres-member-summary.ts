import type { MembersTable } from '@meadow/members'
import type { ProfilesTable } from '../schema.ts'
import type { MemberSummary } from './member-summary.ts'

/** Columns of a member summary for the viewer `$1`, in a query that joins `members` as `m` and `profiles` as `p`. */
export const MEMBER_SUMMARY_COLUMNS = `m.id, m.username, m.full_name, m.avatar, m.is_verified, m.is_private, p.bio, p.follower_count,
  exists (select 1 from follows own where own.from_id = $1 and own.to_id = m.id and own.active) as is_following,
  exists (select 1 from follow_requests own where own.from_id = $1 and own.to_id = m.id) as is_requested`

/**
 * Returns the condition that the viewer `$1` finds a member in the directory and by a search: the member may be found, or the
 * viewer follows the member already. `profile` is a row of `profiles`.
 */
export const isFoundSql = (profile: string): string => `(${profile}.is_in_directory or exists (
  select 1 from follows known where known.from_id = $1 and known.to_id = ${profile}.member_id and known.active))`

export type MemberSummaryRow = Pick<
  MembersTable,
  'id' | 'username' | 'full_name' | 'avatar' | 'is_verified' | 'is_private'
> &
  Pick<ProfilesTable, 'bio' | 'follower_count'> & { is_following: boolean; is_requested: boolean }

/** Converts a row to a member summary. */
export const toMemberSummary = (row: MemberSummaryRow): MemberSummary => ({
  member: {
    _id: row.id,
    username: row.username,
    fullName: row.full_name,
    avatar: row.avatar,
    isVerified: row.is_verified,
    isPrivate: row.is_private,
  },
  bio: row.bio,
  followerCount: row.follower_count,
  isFollowing: row.is_following,
  isRequested: row.is_requested,
})
