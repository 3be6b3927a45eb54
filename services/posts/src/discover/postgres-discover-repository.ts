import { MAX_DISCOVER_EXCLUSIONS } from '@meadow/contracts/limits'
import { blockedMembersCte, isMutedSql, mutedMembersCte, notMutedSql, visibleMemberSql } from '@meadow/members'
import type { PostgresPool } from '@meadow/storage'
import { newestFirstSql, postByIdSql } from '../timelines/postgres-timeline-query.ts'
import type { DiscoverExclusion, DiscoverPost } from './discover.ts'
import {
  type DiscoverLike,
  type DiscoverRepository,
  type DiscoverSnapshot,
  MAX_READ_TAGS,
  MAX_SCANNED_POSTS,
  MAX_SNAPSHOTS,
  SNAPSHOT_BATCH_SIZE,
} from './discover-repository.ts'

/** The condition that Discover may show the post `p` to the viewer `$1`. Looked up for each row, in a statement with the lists below. */
const IS_SHOWN_SQL = `p.hidden_at is null and p.picture_cover is null and (p.shared_post_id is null or p.content <> '') and p.author_id <> $1 and ${notMutedSql('p.author_id')}
  and p.author_id <> all ((select ids from blocked_members)::uuid[])
  and exists (select from members m where m.id = p.author_id and m.state = 'active' and not m.is_private offset 0)
  and not exists (select from follows where from_id = $1 and to_id = p.author_id and active offset 0)`

const LISTS_SQL = `with ${blockedMembersCte('$1')}, ${mutedMembersCte('$1')}`

const POST_COLUMNS = `p.id as "_id", p.author_id as "authorId", p.created_at as "createdAt", p.likes_count as "likesCount",
  p.comments_count as "commentsCount", coalesce(p.facets, '[]') as facets`

const LIST_RECENT_POSTS_SQL = `
  ${LISTS_SQL}
  select ${POST_COLUMNS}
  from (select p.* from posts p where p.created_at > $2 ${newestFirstSql()} limit ${MAX_SCANNED_POSTS}) p
  where ${IS_SHOWN_SQL} ${newestFirstSql()} limit $3`

const FIND_POSTS_SQL = `
  ${LISTS_SQL}
  select ${POST_COLUMNS} from unnest($3::uuid[]) as named (id) cross join ${postByIdSql('named.id')}
  where p.created_at > $2 and ${IS_SHOWN_SQL}`

const LIKES_OF_MEMBERS_SQL = `
  select of_member.member_id as "memberId", of_member.post_id as "postId"
  from unnest($1::uuid[]) with ordinality as member (id, place) cross join lateral (
    select l.member_id, l.post_id, l.created_at from likes l where l.member_id = member.id and l.created_at > $2
    order by l.created_at desc, l.post_id desc limit $3
  ) of_member
  order by of_member.created_at desc, of_member.post_id desc`

const LIKES_OF_POSTS_SQL = `
  select of_post.member_id as "memberId", of_post.post_id as "postId"
  from unnest($1::uuid[]) as post (id) cross join lateral (
    select l.member_id, l.post_id from likes l where l.post_id = post.id order by l.created_at desc, l.member_id limit $2
  ) of_post`

const POSTS_OF_FOLLOWED_TAGS_SQL = `
  select of_tag.tag, of_tag.post_id as "postId"
  from (select tag from tag_follows where member_id = $1 order by created_at desc, tag limit ${MAX_READ_TAGS}) followed
    cross join lateral (
      select t.tag, t.post_id from post_tags t where t.tag = followed.tag and t.created_at > $2
      order by t.created_at desc, t.post_id desc limit $3
    ) of_tag`

/** Keeps the newest snapshots of the member, and this one. */
const ADD_SNAPSHOT_SQL = `
  with dropped as (
    delete from discover_snapshots where id in (
      select id from discover_snapshots where member_id = $2 order by created_at desc, id desc offset ${MAX_SNAPSHOTS - 1}
    )
  )
  insert into discover_snapshots (id, member_id, entries, created_at) values ($1, $2, $3, $4)`

/** Creates the store of Discover on PostgreSQL. */
export const createPostgresDiscoverRepository = (pool: PostgresPool): DiscoverRepository => ({
  async listRecentPosts(viewer, since, limit) {
    const values = [viewer._id, since, limit]
    return (await pool.query<DiscoverPost>({ name: 'discover-recent-posts', text: LIST_RECENT_POSTS_SQL, values })).rows
  },

  async findPosts(viewer, ids, since) {
    if (ids.length === 0) return []
    const values = [viewer._id, since, ids]
    return (await pool.query<DiscoverPost>({ name: 'discover-posts', text: FIND_POSTS_SQL, values })).rows
  },

  async listLikesOfMembers(memberIds, since, limit) {
    const values = [memberIds, since, limit]
    const statement = { name: 'discover-likes-of-members', text: LIKES_OF_MEMBERS_SQL, values }
    return (await pool.query<DiscoverLike>(statement)).rows
  },

  async listLikesOfPosts(postIds, limit) {
    const values = [postIds, limit]
    return (await pool.query<DiscoverLike>({ name: 'discover-likes-of-posts', text: LIKES_OF_POSTS_SQL, values })).rows
  },

  async listPostsOfFollowedTags(memberId, since, limit) {
    const values = [memberId, since, limit]
    const statement = { name: 'discover-posts-of-tags', text: POSTS_OF_FOLLOWED_TAGS_SQL, values }
    return (await pool.query<{ tag: string; postId: string }>(statement)).rows
  },

  async findMembers(viewer, ids) {
    const { rows } = await pool.query({
      name: 'discover-members',
      text: `select id as "_id", username, full_name as "fullName", avatar, is_verified as "isVerified"
             from members where id = any((select $2::uuid[])::uuid[]) and ${visibleMemberSql('$1', 'members.id')}`,
      values: [viewer._id, ids],
    })
    return new Map(rows.map((member) => [member._id, member]))
  },

  async findMuted(viewer, memberIds) {
    const { rows } = await pool.query<{ id: string }>({
      name: 'find-muted',
      text: `select id from unnest($2::uuid[]) as id where ${isMutedSql('$1', 'id')}`,
      values: [viewer._id, memberIds],
    })
    return new Set(rows.map(({ id }) => id))
  },

  async addSnapshot({ _id, memberId, entries, createdAt }) {
    await pool.query(ADD_SNAPSHOT_SQL, [_id, memberId, JSON.stringify(entries), createdAt])
  },

  async findSnapshot(memberId, id) {
    const { rows } = await pool.query<DiscoverSnapshot>({
      name: 'discover-snapshot',
      text: `select id as "_id", member_id as "memberId", entries, created_at as "createdAt"
             from discover_snapshots where id = $2 and member_id = $1`,
      values: [memberId, id],
    })
    return rows[0]
  },

  async deleteSnapshots(before) {
    const { rowCount } = await pool.query(
      `delete from discover_snapshots where id in (
         select id from discover_snapshots where created_at < $1 order by created_at limit ${SNAPSHOT_BATCH_SIZE}
       )`,
      [before],
    )
    return rowCount === SNAPSHOT_BATCH_SIZE
  },

  async listExclusions(memberId) {
    const { rows } = await pool.query<DiscoverExclusion>({
      name: 'discover-exclusions',
      text: `select kind, subject from discover_exclusions where member_id = $1
             order by created_at desc, subject limit ${MAX_DISCOVER_EXCLUSIONS}`,
      values: [memberId],
    })
    return rows
  },

  async addExclusion(memberId, { kind, subject }, at) {
    const { rows } = await pool.query<{ isStored: boolean }>(
      `with known as (select from discover_exclusions where member_id = $1 and kind = $2 and subject = $3),
       added as (
         insert into discover_exclusions (member_id, kind, subject, created_at)
         select $1, $2, $3, $4
         where (select count(*) from discover_exclusions where member_id = $1) < ${MAX_DISCOVER_EXCLUSIONS}
         on conflict do nothing returning 1
       )
       select exists (select from known) or exists (select from added) as "isStored"`,
      [memberId, kind, subject, at],
    )
    return rows[0]?.isStored ?? false
  },

  async removeExclusion(memberId, { kind, subject }) {
    await pool.query('delete from discover_exclusions where member_id = $1 and kind = $2 and subject = $3', [
      memberId,
      kind,
      subject,
    ])
  },
})
