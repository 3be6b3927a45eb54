import { visibleUnlessBlockedSql } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { createFollowsManyLookup } from './follows-many.ts'
import { createPostgresMemberTimeline } from './postgres-member-timeline.ts'
import { pageSql, readTimeline } from './postgres-timeline-query.ts'
import type { Timeline, TimelineScope } from './timeline.ts'

/** Creates a timeline that queries the posts, by an index. In the SQL, `$1` is the viewer, and `$2` and `$3` are the cursor. */
export function createPostgresTimeline(pool: Pool): Timeline {
  const followsMany = createFollowsManyLookup(pool)
  return {
    async listHome(viewer, scope, window) {
      const readPage = (name: string, keysSql: string) => readTimeline(pool, { name, keysSql }, viewer, window)
      if (scope !== 'following') return readPage(scope, otherPostsSql(scope, window))
      return viewer && (await followsMany(viewer._id))
        ? readPage('many-followed', postsOfManyFollowedSql(window))
        : readPage('following', postsOfFollowedSql(window))
    },
    listByMember: createPostgresMemberTimeline(pool),
  }
}

const beforeCursorSql = ({ after }: KeysetWindow): string =>
  after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : ''
const newestFirstSql = (table: string): string => `order by ${table}.created_at desc, ${table}.id desc`

/** The newest posts of all members, or those before the cursor, that are searched for a viewer who follows many. */
const CANDIDATES = 1_000

/** Returns the number of posts that a page needs, with those that it skips, and one more, as `pageSql`. */
const countNeeded = ({ skip, limit }: KeysetWindow): number => skip + limit + 1

const AUTHORS_SQL = 'select to_id as id from follows where from_id = $1 and active union all select $1::uuid'

/** Selects the newest posts of the viewer and of followed members. */
const postsOfFollowedSql = (window: KeysetWindow): string =>
  `${newestOfEachAuthorSql(window, AUTHORS_SQL)} ${pageSql(window)}`

/**
 * Selects the same posts for a viewer who follows many. The newest posts of all members usually contain enough of them; only
 * otherwise the newest posts of each followed member are read.
 */
function postsOfManyFollowedSql(window: KeysetWindow): string {
  const hasEnough = `exists (select from candidates offset ${countNeeded(window) - 1})`
  const authorsSql = `select id from (${AUTHORS_SQL}) author where not ${hasEnough}`
  return `
  with candidates as materialized (${followedCandidatesSql(window)})
  select id, created_at
  from (
    select * from candidates where ${hasEnough}
    union all (${newestOfEachAuthorSql(window, authorsSql)} limit ${countNeeded(window)})
  ) newest
  ${newestFirstSql('newest')} ${pageSql(window)}`
}

/**
 * Selects posts of the viewer and of followed members from the newest posts of all members. `offset 0` makes PostgreSQL look up one
 * follow for each post; it would read all follows of the viewer otherwise.
 */
const followedCandidatesSql = (window: KeysetWindow): string => `
  select p.id, p.created_at
  from (
    select p.id, p.author_id, p.created_at from posts p where true ${beforeCursorSql(window)}
    ${newestFirstSql('p')} limit ${CANDIDATES}
  ) p
  where (p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active offset 0))
    and exists (select from members m where m.id = p.author_id and ${visibleUnlessBlockedSql('m')})
  ${newestFirstSql('p')} limit ${countNeeded(window)}`

/**
 * Selects the newest posts of each author by the index on authors, and sorts all these. Checks visibility after the sort (`offset
 * 0` keeps this order), so only for as many posts as the page needs.
 */
const newestOfEachAuthorSql = (window: KeysetWindow, authorsSql: string): string => `
  select newest.id, newest.created_at
  from (
    select of_author.* from (${authorsSql}) authors cross join lateral (
      select p.id, p.author_id, p.created_at from posts p where p.author_id = authors.id ${beforeCursorSql(window)}
      ${newestFirstSql('p')} limit ${countNeeded(window)}
    ) of_author ${newestFirstSql('of_author')} offset 0
  ) newest
  where exists (select from members m where m.id = newest.author_id and ${visibleUnlessBlockedSql('m')})
  ${newestFirstSql('newest')}`

const NOT_FOLLOWED_SQL = `and p.author_id is distinct from $1::uuid
  and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`

/** Selects posts of all or of not followed members, by the index on time. */
const otherPostsSql = (scope: Exclude<TimelineScope, 'following'>, window: KeysetWindow): string => `
  select p.id, p.created_at from posts p
  where exists (select from members m where m.id = p.author_id and ${visibleUnlessBlockedSql('m')}) ${scope === 'discover' ? NOT_FOLLOWED_SQL : ''} ${beforeCursorSql(window)}
  ${newestFirstSql('p')} ${pageSql(window)}`
