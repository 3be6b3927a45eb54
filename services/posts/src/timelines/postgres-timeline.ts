import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { createFollowedSearches, SEARCHED_POSTS } from './followed-searches.ts'
import { createPostgresMemberTimeline } from './postgres-member-timeline.ts'
import {
  afterKeySql,
  newestFirstSql,
  postByIdSql,
  readTimeline,
  type TimelineQuery,
} from './postgres-timeline-query.ts'
import type { Timeline } from './timeline.ts'

/** Creates a timeline that queries the posts, by an index. */
export function createPostgresTimeline(pool: Pool): Timeline {
  const searches = createFollowedSearches(pool)
  return {
    async listHome(viewer, scope, window) {
      const read = (query: TimelineQuery) => readTimeline(pool, query, viewer, window)
      if (scope === 'all') return read(allPosts(window))
      if (scope === 'discover') return read(postsOfOthers(window))
      if (!viewer) return []

      const search = await searches.find(viewer._id)
      if (search.newestOfAll) {
        const page = await read(search.followsMany ? amongNewestForMany(window) : amongNewest(window))
        if (page.length > window.limit) return page
        search.newestOfAll = false
      }
      return read(newestOfEachAuthor(window))
    },
    listByMember: createPostgresMemberTimeline(pool),
  }
}

/** In a timeline of the viewer and followed members, the viewer follows every other author. */
const FOLLOWED = { isFollowingSql: 'p.author_id <> $1' }

/**
 * Searches the posts of the viewer and of followed members in the newest of all, by the index on time. It finds few if these
 * members wrote few of them, but reads neither more posts nor more follows than a page needs.
 */
const amongNewest = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED,
  name: 'among-newest',
  from: newestOfAllSql(window, SEARCHED_POSTS.few),
  where: '(p.author_id = $1 or p.author_id in (select to_id from follows where from_id = $1 and active))',
})

/** The same for a viewer who follows many: looks up one follow for each post (by `offset 0`) instead of reading all of them. */
const amongNewestForMany = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED,
  name: 'among-newest-for-many',
  from: newestOfAllSql(window, SEARCHED_POSTS.many),
  where:
    '(p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active offset 0))',
})

const newestOfAllSql = (window: KeysetWindow, count: number): string =>
  `(select p.* from posts p where ${afterKeySql(window)} ${newestFirstSql()} limit ${count}) p`

/**
 * Reads the newest posts of the viewer and of each followed member, as many as the page needs, by the index on authors, and
 * sorts all these. The rest of each post is read, and its author checked, after the sort (`offset 0` keeps this order), so only
 * for as many as the page needs.
 */
const newestOfEachAuthor = (window: KeysetWindow): TimelineQuery => ({
  ...FOLLOWED,
  name: 'newest-of-each',
  key: ['newest.created_at', 'newest.id'],
  from: `(
    select newest.* from (select to_id as id from follows where from_id = $1 and active union all select $1::uuid) author
      cross join lateral (
        select p.id, p.created_at from posts p where p.author_id = author.id and ${afterKeySql(window)}
        ${newestFirstSql()} limit ${window.skip + window.limit + 1}
      ) newest
    order by newest.created_at desc, newest.id desc offset 0
  ) newest cross join ${postByIdSql('newest.id')}`,
})

/** Reads posts of all members, by the index on time. */
const allPosts = (window: KeysetWindow): TimelineQuery => ({ name: 'all', from: 'posts p', where: afterKeySql(window) })

/** Reads posts of members whom the viewer does not follow, by the index on time. */
const postsOfOthers = (window: KeysetWindow): TimelineQuery => ({
  name: 'discover',
  from: 'posts p',
  where: `${afterKeySql(window)} and p.author_id is distinct from $1::uuid
    and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`,
})
