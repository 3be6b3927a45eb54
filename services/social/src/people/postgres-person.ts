import type { Person } from './person.ts'

/** The columns of a person as `$1` sees them, for a query that joins `members` as `m` and `profiles` as `p`. */
export const PERSON = `m.id, m.username, m.full_name, m.avatar, m.is_verified, p.bio, p.follower_count,
  exists (select 1 from follows mine where mine.from_id = $1 and mine.to_id = m.id and mine.active) as is_following`

export type PersonRow = {
  id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  bio: string
  follower_count: number
  is_following: boolean
}

export const toPerson = (row: PersonRow): Person => ({
  member: {
    _id: row.id,
    username: row.username,
    fullName: row.full_name,
    avatar: row.avatar,
    isVerified: row.is_verified,
  },
  bio: row.bio,
  followerCount: row.follower_count,
  isFollowing: row.is_following,
})
