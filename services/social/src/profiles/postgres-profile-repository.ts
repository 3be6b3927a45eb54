import { MAX_PROFILE_FOLLOWING_IDS } from '@meadow/contracts/limits'
import { canView, createPostgresMemberReadModel, type FollowsTable, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import * as z from 'zod'
import type { StoredPrivacy } from '../privacy/privacy-settings.ts'
import type { FormerUsernamesTable, PostCountsTable, ProfilesTable } from '../schema.ts'
import { clearProfileDetails, PROFILE_DETAILS_JSON } from './postgres-profile-details.ts'
import type { ProfileDetails } from './profile-details.ts'
import type { ProfileRepository } from './profile-repository.ts'

type ProfileRow = Pick<ProfilesTable, 'created_at' | 'follower_count' | 'following_count'> & {
  details: ProfileDetails
  field_audiences: StoredPrivacy['fields']
  following: FollowsTable['to_id'][]
  posts: PostCountsTable['posts']
  is_following: boolean
  is_requested: boolean
  follows_you: boolean
  blocked: boolean
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

const hasEdgeSql = (table: 'follows' | 'blocks', from: string, to: string) =>
  `exists (select 1 from ${table} where from_id = ${from} and to_id = ${to} and active)`

const READ_PROFILE = `
  select ${PROFILE_DETAILS_JSON}, field_audiences, created_at, follower_count, following_count,
    array(
      select f.to_id from follows f where f.from_id = $1 and f.active and ${visibleMemberSql('$2', 'f.to_id')}
      order by f.at desc, f.to_id desc limit ${MAX_PROFILE_FOLLOWING_IDS}
    ) as following,
    coalesce((select posts from post_counts where member_id = $1), 0) as posts,
    ${hasEdgeSql('follows', '$2', '$1')} as is_following,
    exists (select 1 from follow_requests where from_id = $2 and to_id = $1) as is_requested,
    ${hasEdgeSql('follows', '$1', '$2')} as follows_you,
    ${hasEdgeSql('blocks', '$1', '$2')} or ${hasEdgeSql('blocks', '$2', '$1')} as blocked
  from profiles where member_id = $1`

/** Creates the profile repository on PostgreSQL, beside the read model of members. `db` is a pool or the transaction of a consumer. */
export function createPostgresProfileRepository(db: Queryable): ProfileRepository {
  const members = createPostgresMemberReadModel(db)

  const findFormerOwner = async (username: string) => {
    const { rows } = await db.query<FormerUsernamesTable>('select * from former_usernames where username = $1', [
      username,
    ])
    return rows[0]?.member_id
  }

  const findMember = async (idOrUsername: string) => {
    const isId = isUuid(idOrUsername)
    const found = isId ? undefined : await members.findByUsername(idOrUsername)
    if (found) return found
    const id = isId ? idOrUsername.toLowerCase() : await findFormerOwner(idOrUsername.toLowerCase())
    if (!id) return undefined
    return (await members.find([id])).get(id)
  }

  return {
    async find(idOrUsername, viewer) {
      const member = await findMember(idOrUsername)
      if (!member) return undefined
      const { rows } = await db.query<ProfileRow>(READ_PROFILE, [member._id, viewer?._id ?? null])
      const [row] = rows
      if (!row || !canView(viewer, member, row)) return undefined
      return {
        member,
        details: row.details,
        audiences: row.field_audiences,
        following: row.following,
        createdAt: row.created_at,
        followerCount: row.follower_count,
        followingCount: row.following_count,
        postCount: row.posts,
        isFollowing: row.is_following,
        isRequested: row.is_requested,
        followsYou: row.follows_you,
      }
    },

    async ensureExists(profiles) {
      await db.query({
        name: 'ensure-profiles',
        text: `insert into profiles (member_id, created_at)
               select distinct on (id) id, at
               from unnest($1::uuid[], $2::timestamptz[]) with ordinality as profile (id, at, position)
               where not exists (select 1 from profiles where member_id = id)
               order by id, position on conflict do nothing`,
        values: [profiles.map(({ memberId }) => memberId), profiles.map(({ createdAt }) => createdAt)],
      })
    },

    async setRegistration(memberId, registeredAt) {
      await db.query(
        `insert into profiles (member_id, created_at)
         select $1::uuid, $2::timestamptz where not exists (select from members where id = $1 and state = 'erased')
         on conflict (member_id) do update set created_at = excluded.created_at`,
        [memberId, registeredAt],
      )
    },

    async clearDetails(memberId) {
      await clearProfileDetails(db, memberId)
      await db.query('delete from follow_requests where from_id = $1', [memberId])
      await db.query('delete from follow_requests where to_id = $1', [memberId])
    },
  }
}
