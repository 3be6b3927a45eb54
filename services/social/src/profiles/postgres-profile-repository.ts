import { PROFILE_FOLLOWING_SHOWN } from '@meadow/contracts/limits'
import { maySee, postgresMembers, visible } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import * as z from 'zod'
import type { About } from './about.ts'
import { ABOUT, clearAbout } from './postgres-about.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Row = {
  about: About
  following: string[]
  created_at: Date
  follower_count: number
  following_count: number
  posts: number
  is_following: boolean
  follows_you: boolean
  blocked: boolean
}

const isId = (text: string) => z.uuid().safeParse(text).success

const edge = (table: 'follows' | 'blocks', from: string, to: string) =>
  `exists (select 1 from ${table} where from_id = ${from} and to_id = ${to} and active)`

const PROFILE = `
  select ${ABOUT}, created_at, follower_count, following_count,
    array(
      select f.to_id from follows f where f.from_id = $1 and f.active and ${visible('$2', 'f.to_id')}
      order by f.at desc, f.to_id desc limit ${PROFILE_FOLLOWING_SHOWN}
    ) as following,
    coalesce((select posts from post_counts where member_id = $1), 0) as posts,
    ${edge('follows', '$2', '$1')} as is_following,
    ${edge('follows', '$1', '$2')} as follows_you,
    ${edge('blocks', '$1', '$2')} or ${edge('blocks', '$2', '$1')} as blocked
  from profiles where member_id = $1`

/** Profiles in PostgreSQL, beside the read model of members; `db` is a pool or the transaction of a consumer. */
export function postgresProfiles(db: Queryable): ProfileRepository {
  const members = postgresMembers(db)

  const findMember = async (idOrUsername: string) => {
    if (!isId(idOrUsername)) return members.findByUsername(idOrUsername)
    const id = idOrUsername.toLowerCase()
    return (await members.find([id])).get(id)
  }

  return {
    async find(idOrUsername, viewer) {
      const member = await findMember(idOrUsername)
      if (!member) return undefined
      const { rows } = await db.query<Row>(PROFILE, [member._id, viewer?._id ?? null])
      const [row] = rows
      if (!row || !maySee(viewer, member, row)) return undefined
      return {
        member,
        about: row.about,
        following: row.following,
        createdAt: row.created_at,
        followerCount: row.follower_count,
        followingCount: row.following_count,
        postCount: row.posts,
        isFollowing: row.is_following,
        followsYou: row.follows_you,
      }
    },

    async ensure(newcomers) {
      await db.query({
        name: 'ensure-profiles',
        text: `insert into profiles (member_id, created_at)
               select distinct on (id) id, at
               from unnest($1::uuid[], $2::timestamptz[]) with ordinality as came (id, at, place)
               where not exists (select 1 from profiles where member_id = id)
               order by id, place on conflict do nothing`,
        values: [newcomers.map(({ memberId }) => memberId), newcomers.map(({ createdAt }) => createdAt)],
      })
    },

    async register(memberId, registeredAt) {
      await db.query(
        `insert into profiles (member_id, created_at) values ($1, $2)
         on conflict (member_id) do update set created_at = excluded.created_at`,
        [memberId, registeredAt],
      )
    },

    clear: (memberId) => clearAbout(db, memberId),
  }
}
