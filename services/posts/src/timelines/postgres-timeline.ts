import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { createHomeStrategies, SCANNED_POSTS } from './home-strategies.ts'
import { createPostgresMemberTimeline } from './postgres-member-timeline.ts'
import {
  afterKeySql,
  newestFirstSql,
  postByIdSql,
  readTimeline,
  type TimelineQuery,
} from './postgres-timeline-query.ts'
import type { Timeline } from './timeline.ts'

/** Creates a timeline that reads the posts of PostgreSQL by index scans. */
export function createPostgresTimeline(pool: Pool): Timeline {
  const strategies = createHomeStrategies(pool)
  return {
    async listHome(viewer, scope, window) {
      const read = (query: TimelineQuery) => readTimeline(pool, query, viewer, window)
      if (scope === 'all') return read(allPosts(window))
      if (scope === 'discover') return read(postsOfOthers(window))
      if (!viewer) return []

      const strategy = await strategies.find(viewer._id)
      if (strategy.scansNewest) {
        const entries = await read(strategy.followsMany ? newestOfAllForMany(window) : newestOfAll(window))
        if (entries.length > window.limit) return entries
        if (!window.after && window.skip === 0) strategy.scansNewest = false
      }
      return read(newestOfEach(window))
    },
    listByMember: createPostgresMemberTimeline(pool),
  }
}

/** The viewer follows every author of these timelines, except themselves. */
const FOLLOWED_ONLY = { isFollowingSql: 'p.author_id <> $1' }

/**
 * Scans the newest posts of all members, by the index on time, for posts of the viewer and of followed members. It stops when the
 * page is full, and finds too few posts if these members wrote few of the scanned ones.
 */
const newestOfAll = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-all',
  from: newestPostsSql(window, SCANNED_POSTS.followsFew),
  where: '(p.author_id = $1 or p.author_id in (select to_id from follows where from_id = $1 and active))',
})

/** The same without reading all follows of the viewer: `offset 0` keeps `exists` a lookup of one follow for each scanned post. */
const newestOfAllForMany = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-all-for-many',
  from: newestPostsSql(window, SCANNED_POSTS.followsMany),
  where:
    '(p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active offset 0))',
})

const newestPostsSql = (window: KeysetWindow, count: number): string =>
  `(select p.* from posts p where ${afterKeySql(window)} ${newestFirstSql()} limit ${count}) p`

/**
 * Reads the keys of the newest posts of the viewer and of each followed member, as many as the page needs, by the index on authors, and
 * sorts all these. The rest of each post is read, and its author checked, in this order, so only for as many posts as the page needs.
 */
const newestOfEach = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-each',
  key: ['newest.created_at', 'newest.id'],
  from: `(
    select of_author.* from (select to_id as id from follows where from_id = $1 and active union all select $1::uuid) author
      cross join lateral (
        select p.id, p.created_at from posts p where p.author_id = author.id and ${afterKeySql(window)}
        ${newestFirstSql()} limit ${window.skip + window.limit + 1}
      ) of_author
    order by of_author.created_at desc, of_author.id desc
  ) newest cross join ${postByIdSql('newest.id')}`,
})

/** Scans the posts of all members, by the index on time. */
const allPosts = (window: KeysetWindow): TimelineQuery => ({ name: 'all', from: 'posts p', where: afterKeySql(window) })

/** Scans the posts of all members, by the index on time, for those of neither the viewer nor followed members. */
const postsOfOthers = (window: KeysetWindow): TimelineQuery => ({
  name: 'discover',
  from: 'posts p',
  where: `${afterKeySql(window)} and p.author_id is distinct from $1::uuid
    and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`,
})
