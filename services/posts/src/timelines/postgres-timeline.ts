import { visibleUnlessBlockedSql } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { createPostgresMemberTimeline } from './postgres-member-timeline.ts'
import { pageSql, readTimeline } from './postgres-timeline-query.ts'
import type { Timeline, TimelineScope } from './timeline.ts'

/** Creates a timeline that queries the posts. Each query scans an index and stops when the page is full. */
export const createPostgresTimeline = (pool: Pool): Timeline => ({
  listHome(viewer, scope, window) {
    const keysSql = scope === 'following' ? followedPostsSql(window) : otherPostsSql(scope, window)
    return readTimeline(pool, { name: scope, keysSql }, viewer, window)
  },
  listByMember: createPostgresMemberTimeline(pool),
})

const beforeCursorSql = ({ after }: KeysetWindow): string =>
  after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : ''
const newestFirstSql = (table: string): string => `order by ${table}.created_at desc, ${table}.id desc`

/**
 * Selects the newest posts of each followed author by the index on authors, then the newest of all these. Checks visibility
 * last and for few posts, because it is the same for all posts of an author.
 */
const followedPostsSql = (window: KeysetWindow): string => `
  select newest.id, newest.created_at
  from (
    select of_author.* from (
      select to_id as id from follows where from_id = $1 and active union all select $1::uuid
    ) authors cross join lateral (
      select p.id, p.author_id, p.created_at from posts p where p.author_id = authors.id ${beforeCursorSql(window)}
      ${newestFirstSql('p')} limit ${window.skip + window.limit + 1}
    ) of_author ${newestFirstSql('of_author')} offset 0
  ) newest
  where exists (select from members m where m.id = newest.author_id and ${visibleUnlessBlockedSql('m')})
  ${newestFirstSql('newest')} ${pageSql(window)}`

const NOT_FOLLOWED_SQL = `and p.author_id is distinct from $1::uuid
  and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`

/** Selects posts of all or of not followed members, by the index on time. */
const otherPostsSql = (scope: Exclude<TimelineScope, 'following'>, window: KeysetWindow): string => `
  select p.id, p.created_at from posts p
  where exists (select from members m where m.id = p.author_id and ${visibleUnlessBlockedSql('m')}) ${scope === 'discover' ? NOT_FOLLOWED_SQL : ''} ${beforeCursorSql(window)}
  ${newestFirstSql('p')} ${pageSql(window)}`
