import type { TextFacet } from '@meadow/contracts'
import { MAX_FOLLOWED_TAGS } from '@meadow/contracts/limits'
import type { PostgresPool } from '@meadow/storage'
import type { TagFollowsTable } from '../schema.ts'
import { afterKeySql, postByIdSql, readTimeline } from '../timelines/postgres-timeline-query.ts'
import {
  type CountedTag,
  getTrendTimes,
  listUsedTags,
  MAX_COUNTED_POSTS,
  MAX_TREND_CANDIDATES,
  MIN_TREND_AUTHORS,
  type TagStore,
  type TagUse,
  USED_TAG_POSTS,
} from './tag.ts'

/** Creates the store of tags on PostgreSQL. */
export const createPostgresTagStore = (pool: PostgresPool): TagStore => ({
  listPosts: (tag, viewer, window) =>
    readTimeline(
      pool,
      {
        name: 'tag',
        from: `post_tags t cross join ${postByIdSql('t.post_id')}`,
        key: ['t.created_at', 't.post_id'],
        where: `t.tag = $2 and ${afterKeySql(window, 1, ['t.created_at', 't.post_id'])}`,
        params: [tag],
        leavesOutMuted: true,
      },
      viewer,
      window,
    ),

  async countPosts(tag) {
    const { rows } = await pool.query<Pick<CountedTag, 'postsCount'>>({
      name: 'count-posts-of-tag',
      text: `select ${countPostsSql('$1')} as "postsCount"`,
      values: [tag],
    })
    return rows[0]?.postsCount ?? 0
  },

  async findByPrefix(prefix, limit) {
    const { rows } = await pool.query<CountedTag>({
      name: 'tags-by-prefix',
      text: FIND_BY_PREFIX_SQL,
      values: [prefix, limit],
    })
    return rows
  },

  async isFollowed(memberId, tag) {
    const text = 'select from tag_follows where member_id = $1 and tag = $2'
    return (await pool.query(text, [memberId, tag])).rowCount === 1
  },

  async listFollowed(memberId) {
    const text = `select tag from tag_follows where member_id = $1 order by tag limit ${MAX_FOLLOWED_TAGS}`
    return (await pool.query<Pick<TagFollowsTable, 'tag'>>(text, [memberId])).rows.map(({ tag }) => tag)
  },

  async listUsed(memberId) {
    const { rows } = await pool.query<{ facets: TextFacet[] | null }>({
      name: 'tags-used-by-member',
      text: `select facets from posts where author_id = $1 order by created_at desc, id desc limit ${USED_TAG_POSTS}`,
      values: [memberId],
    })
    return listUsedTags(rows)
  },

  async follow(memberId, tag, at) {
    await pool.query(
      `insert into tag_follows (member_id, tag, created_at)
       select $1, $2, $3 where (select count(*) from tag_follows where member_id = $1) < ${MAX_FOLLOWED_TAGS}
       on conflict do nothing`,
      [memberId, tag, at],
    )
    return this.isFollowed(memberId, tag)
  },

  async unfollow(memberId, tag) {
    await pool.query('delete from tag_follows where member_id = $1 and tag = $2', [memberId, tag])
  },

  async countUses(at) {
    const { since, usualSince } = getTrendTimes(at)
    const { rows } = await pool.query<TagUse>(COUNT_USES_SQL, [since, at, usualSince])
    return rows
  },
})

/** The condition that everyone may read the post of a row `t` of `post_tags`. Looked up for each row. */
const isPublicSql = (condition = 'true') => `exists (
  select from posts p join members m on m.id = p.author_id
  where p.id = t.post_id and p.hidden_at is null and m.state = 'active' and not m.is_private and ${condition} offset 0)`

const countPostsSql = (tag: string): string => `(
  select count(*)::int from (
    select from post_tags t where t.tag = ${tag} and ${isPublicSql()} limit ${MAX_COUNTED_POSTS}
  ) counted)`

/** Different tags among which those with most posts are found. */
const MAX_COMPARED_TAGS = 100
const BEFORE_END_SQL = '$1 || chr(1114111)'

/** Jumps from each tag to the next one in the index. */
const FIND_BY_PREFIX_SQL = `
  with recursive found as (
    (select tag from post_tags where tag >= $1 and tag < ${BEFORE_END_SQL} order by tag limit 1)
    union all
    select (select t.tag from post_tags t where t.tag > found.tag and t.tag < ${BEFORE_END_SQL} order by t.tag limit 1)
    from found where found.tag is not null
  ), compared as (select tag from found where tag is not null limit ${MAX_COMPARED_TAGS})
  select * from (select tag, ${countPostsSql('compared.tag')} as "postsCount" from compared) counted
  where "postsCount" > 0 order by "postsCount" desc, tag limit $2`

const USES_SQL = `count(distinct (t.author_id, date_trunc('hour', t.created_at)))::int`

const COUNT_USES_SQL = `
  with recent as (
    select t.tag, ${USES_SQL} as uses, count(distinct t.author_id)::int as authors, count(*)::int as posts
    from post_tags t
    where t.created_at > $1 and t.created_at <= $2 and ${isPublicSql('(m.created_at is null or m.created_at <= $1)')}
    group by t.tag having count(distinct t.author_id) >= ${MIN_TREND_AUTHORS}
    order by uses desc limit ${MAX_TREND_CANDIDATES}
  )
  select tag, uses, authors as "authorsCount", posts as "postsCount", (
    select ${USES_SQL} from post_tags t where t.tag = recent.tag and t.created_at > $3 and t.created_at <= $1
  ) as "earlierUses"
  from recent`
