import { visible } from '@meadow/members'
import type { Window } from '@meadow/service'
import type { Pool } from 'pg'
import { page, readKeys } from './postgres-keys.ts'
import { postgresMemberTimeline } from './postgres-member-timeline.ts'
import type { Scope, Timeline } from './timeline.ts'

/** The exact answer from the posts themselves: each query walks an index and stops when the page is full. */
export const postgresTimeline = (pool: Pool): Timeline => ({
  home(viewer, scope, window) {
    const text = scope === 'following' ? ofFollowed(window) : ofOthers(scope, window)
    return readKeys(pool, { name: scope, text, who: [viewer?._id ?? null] }, window)
  },
  ofMember: postgresMemberTimeline(pool),
})

const before = ({ after }: Window): string => (after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : '')
const newestFirst = (table: string): string => `order by ${table}.created_at desc, ${table}.id desc`

/**
 * The newest of each author by the index on authors, then the newest of these. The policy comes last, for the few that
 * are shown: it takes or leaves all posts of an author alike.
 */
const ofFollowed = (window: Window): string => `
  select newest.id, newest.created_at
  from (
    select mine.* from (
      select to_id as id from follows where from_id = $1 and active union all select $1::uuid
    ) authors cross join lateral (
      select p.id, p.author_id, p.created_at from posts p where p.author_id = authors.id ${before(window)}
      ${newestFirst('p')} limit ${window.skip + window.limit + 1}
    ) mine ${newestFirst('mine')} offset 0
  ) newest
  where ${visible('$1', 'newest.author_id')} ${newestFirst('newest')} ${page(window)}`

const NOT_FOLLOWED = `and p.author_id is distinct from $1::uuid
  and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`

/** Everybody's posts by the index on time, without those that are passed over. */
const ofOthers = (scope: Exclude<Scope, 'following'>, window: Window): string => `
  select p.id, p.created_at from posts p
  where ${visible('$1', 'p.author_id')} ${scope === 'discover' ? NOT_FOLLOWED : ''} ${before(window)}
  ${newestFirst('p')} ${page(window)}`
