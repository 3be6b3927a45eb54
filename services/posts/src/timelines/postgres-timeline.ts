import { notMutedSql } from '@meadow/members'
import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { createPostgresMemberTimeline } from './postgres-member-timeline.ts'
import {
  afterKeySql,
  newestFirstSql,
  postByIdSql,
  readTimeline,
  type TimelineQuery,
} from './postgres-timeline-query.ts'
import type { Timeline, TimelineWindow } from './timeline.ts'

/**
 * Writing a timeline in advance costs as much as so many pages by the exact query (`npm run bench -- timelines`), so it is requested when a
 * process has read as many for a viewer. Written at once, timelines of members who visit rarely would cost more than they save.
 */
const PAGES_BEFORE_TIMELINE = 5

/** Creates a timeline that reads the posts of PostgreSQL by index scans. */
export function createPostgresTimeline(pool: Pool, pagesBeforeTimeline = PAGES_BEFORE_TIMELINE): Timeline {
  const strategies = createHomeStrategies(pool, pagesBeforeTimeline)
  return {
    async listHome(viewer, scope, window) {
      const read = (query: TimelineQuery) => readTimeline(pool, query, viewer, window)
      if (scope === 'all') return read(allPosts(window))
      if (scope === 'discover') return read(postsOfOthers(window))
      if (!viewer) return []

      const isFirstPage = !window.after
      const strategy = await strategies.find(viewer._id)
      const isBehindTimeline = isBehind(window, strategy)
      if (isBehindTimeline ? strategy.scansOlder : strategy.scansNewest) {
        const entries = await read(strategy.followsMany ? newestOfAllForMany(window) : newestOfAll(window))
        if (entries.length > window.limit) return entries
        if (isFirstPage) strategy.scansNewest = false
        if (isBehindTimeline) strategy.scansOlder = false
      }
      if (strategy.hasTimeline && !isBehindTimeline) {
        const entries = await read(newestOfTimeline(window))
        if (entries.length > window.limit) return entries
      }
      const entries = await read(newestOfEach(window))
      if (isFirstPage && entries.length > window.limit) await strategies.countExactPage(viewer._id, strategy)
      return entries
    },
    listByMember: createPostgresMemberTimeline(pool),
  }
}

/** Returns true if a page is below the oldest entry of the timeline that was written in advance, which then has nothing of it. */
const isBehind = ({ after }: TimelineWindow, { hasTimeline, oldestEntryAt }: HomeStrategy): boolean =>
  hasTimeline && oldestEntryAt !== null && after !== undefined && after.createdAt < oldestEntryAt

/** The viewer follows every author of these timelines, except themselves. */
const FOLLOWED_ONLY = { isFollowingSql: 'p.author_id <> $1', leavesOutMuted: true } as const

/**
 * Scans the newest posts of all members, by the index on time, for posts of the viewer and of followed members. It stops when the
 * page is full, and finds too few posts if these members wrote few of the scanned ones.
 */
const newestOfAll = (window: TimelineWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-all',
  from: newestPostsSql(window, SCANNED_POSTS.followsFew),
  where: '(p.author_id = $1 or p.author_id in (select to_id from follows where from_id = $1 and active))',
})

/** The same without reading all follows of the viewer: `offset 0` keeps `exists` a lookup of one follow for each scanned post. */
const newestOfAllForMany = (window: TimelineWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-all-for-many',
  from: newestPostsSql(window, SCANNED_POSTS.followsMany),
  where:
    '(p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active offset 0))',
})

const newestPostsSql = (window: TimelineWindow, count: number): string =>
  `(select p.* from posts p where ${afterKeySql(window)} ${newestFirstSql()} limit ${count}) p`

/**
 * Reads the keys of the newest posts of the viewer and of each followed member, as many as the page needs, by the index on authors, and
 * sorts all these. The rest of each post is read, and its author checked, in this order, so only for as many posts as the page needs.
 */
export const newestOfEach = (window: TimelineWindow): TimelineQuery => ({
  ...FOLLOWED_ONLY,
  name: 'newest-of-each',
  key: ['newest.created_at', 'newest.id'],
  from: `(
    select of_author.* from (select to_id as id from follows where from_id = $1 and active union all select $1::uuid) author
      cross join lateral (
        select p.id, p.created_at from posts p where p.author_id = author.id and p.hidden_at is null and ${afterKeySql(window)}
        ${newestFirstSql()} limit ${window.limit + 1}
      ) of_author
    order by of_author.created_at desc, of_author.id desc
  ) newest cross join ${postByIdSql('newest.id')}`,
})

/** So many posts that wait for their copies are merged; with more, a timeline counts as incomplete. */
const MAX_POSTS_TO_MERGE = 500

/**
 * Reads the timeline that was written in advance for the viewer, merged with the posts that are not in it: those of popular authors, and
 * those that are still to be copied. Finds nothing if there is no complete timeline. Finds no posts below its oldest entry, and too few when
 * the viewer may not see one of them, because the keys that follow the last one are not known. An entry counts only while the viewer
 * follows its author.
 */
const newestOfTimeline = (window: TimelineWindow): TimelineQuery => {
  const ofPost = `${afterKeySql(window)} order by p.created_at desc, p.id desc limit ${window.limit + 1}`
  const ofEntry = `${afterKeySql(window, 0, ['entry.created_at', 'entry.post_id'])}
    order by entry.created_at desc, entry.post_id desc limit ${window.limit + 1}`
  const isReadSql = (author: string) =>
    `(${author} = $1 or exists (select from follows where from_id = $1 and to_id = ${author} and active offset 0))`
  return {
    ...FOLLOWED_ONLY,
    name: 'newest-of-timeline',
    key: ['newest.created_at', 'newest.id'],
    from: `(
      select * from (
        (select entry.created_at, entry.post_id as id from timeline_entries entry
         where entry.member_id = $1 and ${notMutedSql('entry.author_id')} and ${isReadSql('entry.author_id')}
           and exists (select from posts p where p.id = entry.post_id and p.hidden_at is null offset 0) and ${ofEntry})
        union
        select of_author.* from popular_authors author cross join lateral (
          select p.created_at, p.id from posts p where p.author_id = author.member_id and p.hidden_at is null and ${ofPost}
        ) of_author
        where ${isReadSql('author.member_id')}
        union
        select entry.created_at, entry.post_id from posts_to_fan_out entry
        where ${isReadSql('entry.author_id')} and ${afterKeySql(window, 0, ['entry.created_at', 'entry.post_id'])}
      ) merged
      where exists (select from timelines where member_id = $1 and is_ready)
        and not exists (select from posts_to_fan_out offset ${MAX_POSTS_TO_MERGE})
        and (created_at, id) >= (
          select created_at, post_id from timeline_entries where member_id = $1 order by created_at, post_id limit 1
        )
      order by created_at desc, id desc limit ${window.limit + 1}
    ) newest cross join ${postByIdSql('newest.id')}`,
  }
}

const COMPARED_POSTS = 20

/** Returns true if the first posts of the timeline that was written in advance are those of the exact query, at one moment. */
export const isTimelineExact = (pool: PostgresPool, memberId: string): Promise<boolean> =>
  withPostgresTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const window = { limit: COMPARED_POSTS, after: undefined }
    const readIds = async (query: TimelineQuery) => {
      const entries = await readTimeline(tx, query, { _id: memberId }, window)
      return entries.map(({ _id }) => _id).join()
    }
    return (await readIds(newestOfEach(window))).startsWith(await readIds(newestOfTimeline(window)))
  })

/** Scans the posts of all members, by the index on time. */
const allPosts = (window: TimelineWindow): TimelineQuery => ({
  name: 'all',
  from: 'posts p',
  where: afterKeySql(window),
  leavesOutMuted: true,
  leavesOutPlainShares: true,
})

/** Scans the posts of all members, by the index on time, for those of neither the viewer nor followed members. */
const postsOfOthers = (window: TimelineWindow): TimelineQuery => ({
  name: 'discover',
  from: 'posts p',
  leavesOutMuted: true,
  leavesOutPlainShares: true,
  where: `${afterKeySql(window)} and p.author_id is distinct from $1::uuid
    and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`,
})

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
/** A requested timeline is usually ready after this time. */
const REQUESTED_AGE_MS = 5_000
const MAX_ENTRIES = 10_000

/** The number of newest posts of all members that are scanned for posts of followed members. */
const SCANNED_POSTS = { followsFew: 500, followsMany: 1_000 }

/** The scan is chosen if it finds at least so many posts: enough for a page, and usually for the next one. */
const MIN_FOUND = 20

/**
 * How the posts of the members whom a viewer follows are read. `scansNewest`: by a scan of the newest posts of all members, which is
 * cheaper but can find too few posts for a page; otherwise from a timeline that was written in advance, and until there is one, the newest
 * posts of each followed member. `scansOlder`: pages below the oldest entry of the timeline, whose time is `oldestEntryAt`, are read by a scan, too,
 * of the posts that follow there. `exactPages`: the first pages that were read in the last way, since a timeline was requested.
 */
type HomeStrategy = {
  followsMany: boolean
  scansNewest: boolean
  scansOlder: boolean
  hasTimeline: boolean
  oldestEntryAt: Date | null
  exactPages: number
  validUntil: number
}
/** `isUnread`: nobody has read the timeline for a day. */
type HomeStrategyRow = Pick<HomeStrategy, 'followsMany' | 'scansNewest' | 'hasTimeline' | 'oldestEntryAt'> & {
  isUnread: boolean
}

/** For a viewer who follows many, the scan is not tried here: the caller tries it. `offset 0` evaluates "followsMany" once. */
const SELECT_STRATEGY = {
  name: 'home-strategy',
  text: `
    select "followsMany", case when "followsMany" then true else exists (
      select from (select author_id from posts order by created_at desc, id desc limit ${SCANNED_POSTS.followsFew}) post
      where author_id = $1 or author_id in (select to_id from follows where from_id = $1 and active)
      offset ${MIN_FOUND - 1}
    ) end as "scansNewest",
    coalesce(timelines.is_ready, false) as "hasTimeline",
    (select created_at from timeline_entries where member_id = timelines.member_id order by created_at limit 1) as "oldestEntryAt",
    coalesce(timelines.is_ready and timelines.read_at < now() - interval '1 day', false) as "isUnread"
    from (select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany" offset 0) viewer
      left join timelines on timelines.member_id = $1`,
}

/** Requests a timeline that is written in advance. */
const REQUEST_TIMELINE = {
  name: 'request-timeline',
  text: `
    insert into timelines (member_id, read_at) values ($1, now())
    on conflict (member_id) do update set read_at = excluded.read_at`,
}

/** Keeps a timeline, which is deleted when nobody has read it for days. */
const KEEP_TIMELINE = {
  name: 'keep-timeline',
  text: 'update timelines set read_at = now() where member_id = $1',
}

/**
 * Creates the strategies of viewers. Each is remembered for at most ten minutes; the caller sets `scansNewest` to false when a scan
 * found too few posts. A strategy only chooses among statements with the same result, so an old one costs time and is never
 * wrong.
 */
function createHomeStrategies(pool: Pool, pagesBeforeTimeline: number) {
  const known = new Map<string, HomeStrategy>()
  return {
    async find(viewerId: string): Promise<HomeStrategy> {
      const entry = known.get(viewerId)
      if (entry && entry.validUntil > performance.now()) return entry
      const { rows } = await pool.query<HomeStrategyRow>({ ...SELECT_STRATEGY, values: [viewerId] })
      const { isUnread, ...found } = rows[0] as HomeStrategyRow
      const strategy = {
        ...found,
        scansOlder: true,
        exactPages: entry?.exactPages ?? 0,
        validUntil: performance.now() + MAX_AGE_MS,
      }
      if (isUnread) await pool.query({ ...KEEP_TIMELINE, values: [viewerId] })
      if (known.size >= MAX_ENTRIES) known.clear()
      known.set(viewerId, strategy)
      return strategy
    },

    /** Counts a page that was not read from a timeline. After enough of them requests one, and looks for it after a few seconds. */
    async countExactPage(viewerId: string, strategy: HomeStrategy): Promise<void> {
      strategy.exactPages += 1
      if (strategy.exactPages < pagesBeforeTimeline) return
      strategy.exactPages = 0
      strategy.hasTimeline = false
      strategy.validUntil = performance.now() + REQUESTED_AGE_MS
      await pool.query({ ...REQUEST_TIMELINE, values: [viewerId] })
    },
  }
}
