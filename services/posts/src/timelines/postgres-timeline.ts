import { visible } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Pool } from 'pg'
import type { Key, Window } from './keyset.ts'
import type { Scope, Timeline } from './timeline.ts'

type Row = { id: string; created_at: Date }

/** The exact answer from the posts themselves: each query walks an index and stops when the page is full. */
export function postgresTimeline(pool: Pool): Timeline {
  async function read(name: string, text: string, who: string | null, window: Window): Promise<Key[]> {
    const { limit, after, skip } = window
    const values = [who, ...(after ? [after.createdAt, after._id] : [])]
    const isUsual = skip === 0 // numbered pages are rare, and each is a statement of its own
    const prepared = isUsual ? { name: `timeline-${name}-${after ? 'after' : 'first'}-${limit}` } : {}
    const { rows } = await pool.query<Row>({ ...prepared, text, values })
    return rows.map((row) => ({ _id: row.id, createdAt: row.created_at }))
  }

  return {
    home: (viewer, scope, window) =>
      read(scope, scope === 'following' ? ofFollowed(window) : ofOthers(scope, window), viewer?._id ?? null, window),

    async ofMember(username, viewer, window) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'visible-member',
        text: `select id from members where username = $2 and ${visible('$1', 'members.id')} order by id limit 1`,
        values: [viewer?._id ?? null, username.toLowerCase()],
      })
      if (!rows[0]) throw new DomainError('member_not_found')
      return read('member', ofOne(window), rows[0].id, window)
    },
  }
}

// Limits are numbers of ours and stand in the text: with a parameter the planner would expect a tenth of all posts.
const before = ({ after }: Window): string => (after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : '')
const newestFirst = (table: string): string => `order by ${table}.created_at desc, ${table}.id desc`
const page = ({ limit, skip }: Window): string => `limit ${limit + 1} offset ${skip}`

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

const ofOne = (window: Window): string => `
  select p.id, p.created_at from posts p where p.author_id = $1 ${before(window)}
  ${newestFirst('p')} ${page(window)}`
