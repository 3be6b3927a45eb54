import { visible } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Pool } from 'pg'
import type { Key, Window } from './keyset.ts'
import type { Scope, Timeline } from './timeline.ts'

type Row = { id: string; created_at: Date }

/** The exact answer from the posts themselves: each query walks an index and stops when the page is full. */
export function postgresTimeline(pool: Pool): Timeline {
  async function read(name: string, text: string, who: string | null, { limit, after, skip }: Window): Promise<Key[]> {
    const values = [who, limit + 1, ...(after ? [after.createdAt, after._id] : [skip])]
    const { rows } = await pool.query<Row>({ name: `${name}-${after ? 'after' : 'page'}`, text, values })
    return rows.map((row) => ({ _id: row.id, createdAt: row.created_at }))
  }

  return {
    home: (viewer, scope, window) => {
      const text = scope === 'following' ? ofFollowed(window) : ofOthers(scope, window)
      return read(`timeline-${scope}`, text, viewer?._id ?? null, window)
    },

    async ofMember(username, viewer, window) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from members where username = $2 and ${visible('$1', 'members.id')} order by id limit 1`,
        [viewer?._id ?? null, username.toLowerCase()],
      )
      if (!rows[0]) throw new DomainError('member_not_found')
      return read('timeline-member', ofOne(window), rows[0].id, window)
    },
  }
}

/** Before the cursor `($3, $4)`, if there is one; `$2` is how many, `$3` else how many to skip. */
const before = ({ after }: Window, table: string): string =>
  after ? `and (${table}.created_at, ${table}.id) < ($3::timestamptz, $4::uuid)` : ''
const offset = ({ after }: Window): string => (after ? '' : 'offset $3')
const newestFirst = (table: string): string => `order by ${table}.created_at desc, ${table}.id desc`

/** The newest of each author by the index on authors, then the newest of these. */
const ofFollowed = (window: Window): string => `
  with authors as materialized (
    select seen.id from (
      select to_id as id from follows where from_id = $1 and active union all select $1::uuid
    ) seen where ${visible('$1', 'seen.id')}
  )
  select newest.id, newest.created_at
  from authors cross join lateral (
    select p.id, p.created_at from posts p where p.author_id = authors.id ${before(window, 'p')}
    ${newestFirst('p')} limit $2 ${window.after ? '' : '+ $3::int'}
  ) newest
  ${newestFirst('newest')} limit $2 ${offset(window)}`

const NOT_FOLLOWED = `and p.author_id is distinct from $1::uuid
  and not exists (select 1 from follows f where f.from_id = $1 and f.to_id = p.author_id and f.active)`

/** Everybody's posts by the index on time, without those that are passed over. */
const ofOthers = (scope: Exclude<Scope, 'following'>, window: Window): string => `
  select p.id, p.created_at from posts p
  where ${visible('$1', 'p.author_id')} ${scope === 'discover' ? NOT_FOLLOWED : ''} ${before(window, 'p')}
  ${newestFirst('p')} limit $2 ${offset(window)}`

const ofOne = (window: Window): string => `
  select p.id, p.created_at from posts p where p.author_id = $1 ${before(window, 'p')}
  ${newestFirst('p')} limit $2 ${offset(window)}`
