import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { DEFAULT_FAN_OUT_LIMITS, type FanOut } from './fan-out.ts'
import { isTimelineExact } from './postgres-timeline.ts'

const POSTS_PER_BATCH = 50
const TIMELINES_PER_BATCH = 100
const TIMELINES_TO_COMPARE = 20

/** Creates the fan-out of PostgreSQL. */
export const createPostgresFanOut = (
  pool: PostgresPool,
  { maxEntries, maxFollowers } = DEFAULT_FAN_OUT_LIMITS,
): FanOut => ({
  async copyNewPosts() {
    if (!(await hasRows(pool, 'posts_to_fan_out'))) return false
    return withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ post_id: string; author_id: string }>(LOCK_NEW_POSTS_SQL)
      if (rows.length === 0) return false
      const authors = new Set(rows.map(({ author_id: author }) => author))
      await tx.query(ADD_POPULAR_AUTHORS_SQL, [[...authors], maxFollowers])
      await tx.query(COPY_POSTS_SQL, [rows.map(({ post_id: post }) => post)])
      return rows.length === POSTS_PER_BATCH
    })
  },

  async buildTimeline() {
    if (!(await hasRows(pool, 'timelines where not is_ready'))) return false
    return withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ member_id: string }>(LOCK_TIMELINE_SQL)
      const memberId = rows[0]?.member_id
      if (memberId === undefined) return false
      await tx.query('delete from timeline_entries where member_id = $1', [memberId])
      await tx.query(BUILD_TIMELINE_SQL, [memberId, maxEntries]) // sees the follows that were stored before the lock; others request it again
      await tx.query('update timelines set is_ready = true where member_id = $1', [memberId])
      return true
    })
  },

  deleteUnread: (before) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ member_id: string }>(
        `delete from timelines where member_id in (
           select member_id from timelines where read_at < $1 limit ${TIMELINES_PER_BATCH} for update skip locked
         ) returning member_id`,
        [before],
      )
      await deleteEntries(tx, rows)
      return rows.length === TIMELINES_PER_BATCH
    }),

  async cutTimelines(afterMemberId) {
    const { rows } = await pool.query<{ last: string | null }>(CUT_TIMELINES_SQL, [afterMemberId ?? null, maxEntries])
    return rows[0]?.last ?? undefined
  },

  async compareTimelines() {
    const { rows } = await pool.query<{ member_id: string }>(
      `select member_id from timelines where is_ready order by random() limit ${TIMELINES_TO_COMPARE}`,
    )
    let different = 0
    for (const { member_id: memberId } of rows) {
      if (await isTimelineExact(pool, memberId)) continue
      different += 1
      await pool.query('update timelines set is_ready = false where member_id = $1', [memberId])
    }
    return { compared: rows.length, different }
  },
})

/** Looks for work without a transaction: mostly there is none. */
async function hasRows(db: Queryable, source: string): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(`select exists (select from ${source})`)
  return rows[0]?.exists === true
}

/** Lets the timeline of a member be written again. Returns false if there is none. */
export async function rebuildTimeline(db: Queryable, username: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update timelines set is_ready = false where member_id = (select id from members where lower(username) = lower($1))',
    [username],
  )
  return rowCount === 1
}

const deleteEntries = (tx: Queryable, timelines: readonly { member_id: string }[]) =>
  tx.query('delete from timeline_entries where member_id = any($1::uuid[])', [
    timelines.map(({ member_id: memberId }) => memberId),
  ])

const LOCK_NEW_POSTS_SQL = `
  select post_id, author_id from posts_to_fan_out order by created_at limit ${POSTS_PER_BATCH} for update skip locked`

const ADD_POPULAR_AUTHORS_SQL = `
  insert into popular_authors (member_id)
  select author from unnest($1::uuid[]) as author
  where exists (select from follows where to_id = author and active offset $2::int)
  on conflict do nothing`

/** Adds the entries of posts and takes the posts from the queue, so that a reader sees each post here or there. */
const COPY_POSTS_SQL = `
  with taken as (delete from posts_to_fan_out where post_id = any($1::uuid[]) returning *)
  insert into timeline_entries (member_id, created_at, post_id, author_id)
  select timelines.member_id, taken.created_at, taken.post_id, taken.author_id
  from taken
    cross join lateral (
      select from_id as member_id from follows where to_id = taken.author_id and active union all select taken.author_id
    ) reader
    join timelines on timelines.member_id = reader.member_id
  where not exists (select from popular_authors where member_id = taken.author_id)
  on conflict do nothing`

const LOCK_TIMELINE_SQL = `
  select member_id from timelines where not is_ready order by read_at limit 1 for update skip locked`

/** Adds the newest posts of the member and of followed members, without popular authors. */
const BUILD_TIMELINE_SQL = `
  insert into timeline_entries (member_id, created_at, post_id, author_id)
  select $1, of_author.created_at, of_author.id, author.id
  from (
      select to_id as id from follows where from_id = $1 and active union all select $1::uuid
    ) author
    cross join lateral (
      select created_at, id from posts where author_id = author.id order by created_at desc, id desc limit $2
    ) of_author
  where not exists (select from popular_authors where member_id = author.id)
  order by of_author.created_at desc, of_author.id desc limit $2
  on conflict do nothing`

/** Cuts a batch of timelines, in the order of their members, and returns the last member. */
const CUT_TIMELINES_SQL = `
  with cut as (
    select member_id, oldest.* from (
        select member_id from timelines where $1::uuid is null or member_id > $1 order by member_id limit ${TIMELINES_PER_BATCH}
      ) batch
      left join lateral (
        select created_at, post_id from timeline_entries entry where entry.member_id = batch.member_id
        order by created_at desc, post_id desc offset $2 - 1 limit 1
      ) oldest on true
  ), deleted as (
    delete from timeline_entries entry using cut
    where entry.member_id = cut.member_id and (entry.created_at, entry.post_id) < (cut.created_at, cut.post_id)
  )
  select member_id as last from cut order by member_id desc limit 1`
