import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
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
const FOLLOWED_ONLY = { isFollowingSql: 'p.author_id <> $1', leavesOutMuted: true } as const

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
        select p.id, p.created_at from posts p where p.author_id = author.id and p.hidden_at is null and ${afterKeySql(window)}
        ${newestFirstSql()} limit ${window.skip + window.limit + 1}
      ) of_author
    order by of_author.created_at desc, of_author.id desc
  ) newest cross join ${postByIdSql('newest.id')}`,
})

/** Scans the posts of all members, by the index on time. */
const allPosts = (window: KeysetWindow): TimelineQuery => ({
  name: 'all',
  from: 'posts p',
  where: afterKeySql(window),
  leavesOutMuted: true,
})

/** Scans the posts of all members, by the index on time, for those of neither the viewer nor followed members. */
const postsOfOthers = (window: KeysetWindow): TimelineQuery => ({
  name: 'discover',
  from: 'posts p',
  leavesOutMuted: true,
  where: `${afterKeySql(window)} and p.author_id is distinct from $1::uuid
    and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`,
})

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
const MAX_ENTRIES = 10_000

/** The number of newest posts of all members that are scanned for posts of followed members. */
const SCANNED_POSTS = { followsFew: 500, followsMany: 1_000 }

/** The scan is chosen if it finds at least so many posts: enough for a page, and usually for the next one. */
const MIN_FOUND = 20

/**
 * How the posts of the members whom a viewer follows are read. `scansNewest`: by a scan of the newest posts of all members, which is
 * cheaper but can find too few posts for a page; otherwise the newest posts of each followed member are read.
 */
type HomeStrategy = { followsMany: boolean; scansNewest: boolean }

/** For a viewer who follows many, the scan is not tried here: the caller tries it. `offset 0` evaluates "followsMany" once. */
const SELECT_STRATEGY = {
  name: 'home-strategy',
  text: `
    select "followsMany", case when "followsMany" then true else exists (
      select from (select author_id from posts order by created_at desc, id desc limit ${SCANNED_POSTS.followsFew}) post
      where author_id = $1 or author_id in (select to_id from follows where from_id = $1 and active)
      offset ${MIN_FOUND - 1}
    ) end as "scansNewest"
    from (select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany" offset 0) viewer`,
}

/**
 * Creates the strategies of viewers. Each is remembered for at most ten minutes; the caller sets `scansNewest` to false when a scan
 * found too few posts. A strategy only chooses among statements with the same result, so an old one costs time and is never
 * wrong.
 */
function createHomeStrategies(pool: Pool): { find(viewerId: string): Promise<HomeStrategy> } {
  const known = new Map<string, HomeStrategy & { validUntil: number }>()
  return {
    async find(viewerId) {
      const entry = known.get(viewerId)
      if (entry && entry.validUntil > performance.now()) return entry
      const { rows } = await pool.query<HomeStrategy>({ ...SELECT_STRATEGY, values: [viewerId] })
      const { followsMany, scansNewest } = rows[0] as HomeStrategy
      const strategy = { followsMany, scansNewest, validUntil: performance.now() + MAX_AGE_MS }
      if (known.size >= MAX_ENTRIES) known.clear()
      known.set(viewerId, strategy)
      return strategy
    },
  }
}
