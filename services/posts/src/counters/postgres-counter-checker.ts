import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import {
  CHECKED_POSTS_PER_BATCH,
  COUNT_NAMES,
  type CounterChecker,
  type CounterCheckResult,
  type CountName,
  type FirstTimes,
} from './counter-check.ts'

/** The counts of the post `p`, computed from the rows. */
const LIKES_SQL = '(select count(*)::int from likes where likes.post_id = p.id)'
const COMMENTS_SQL = '(select count(*)::int from comments c where c.post_id = p.id)'
const SHARES_SQL = '(select count(distinct share.author_id)::int from posts share where share.shared_post_id = p.id)'
/** The counts of the comment `c`. */
const COMMENT_LIKES_SQL = '(select count(*)::int from comment_likes l where l.comment_id = c.id)'
const REPLIES_SQL = '(select count(*)::int from comments reply where reply.parent_id = c.id)'

const COMPARE_COUNTS_SQL = `
  select p.id, p.likes_count = ${LIKES_SQL} and p.comments_count = ${COMMENTS_SQL} and p.shares_count = ${SHARES_SQL}
    and not exists (
      select from comments c where c.post_id = p.id and (c.likes_count <> ${COMMENT_LIKES_SQL} or c.replies_count <> ${REPLIES_SQL})
    ) as "isRight"
  from (select * from posts where $1::uuid is null or id > $1::uuid order by id limit ${CHECKED_POSTS_PER_BATCH}) p order by p.id`

const REPAIR_POST_SQL = `
  with actual as (
    select p.id, p.likes_count, p.comments_count, p.shares_count,
      ${LIKES_SQL} as likes, ${COMMENTS_SQL} as comments, ${SHARES_SQL} as shares
    from posts p where p.id = $1
  )
  update posts set likes_count = actual.likes, comments_count = actual.comments, shares_count = actual.shares
  from actual where posts.id = actual.id
  returning actual.likes_count <> actual.likes as likes, actual.comments_count <> actual.comments as comments,
    actual.shares_count <> actual.shares as shares`

const REPAIR_COMMENTS_SQL = `
  with actual as (
    select c.id, c.likes_count, c.replies_count, ${COMMENT_LIKES_SQL} as likes, ${REPLIES_SQL} as replies
    from comments c where c.post_id = $1
  )
  update comments set likes_count = actual.likes, replies_count = actual.replies
  from actual where comments.id = actual.id and (actual.likes_count, actual.replies_count) <> (actual.likes, actual.replies)
  returning actual.likes_count <> actual.likes as comment_likes, actual.replies_count <> actual.replies as replies`

/** Creates the checker of counts on PostgreSQL. */
export const createPostgresCounterChecker = (pool: PostgresPool): CounterChecker => ({
  checkBatch: (at) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows: sweeps } = await tx.query<{ position: string | null }>(
        'select position from counter_sweeps for update skip locked',
      )
      const [sweep] = sweeps
      if (!sweep) return { checked: 0, repaired: {}, hasMore: false } // another process is at it
      const { rows } = await tx.query<{ id: string; isRight: boolean }>(COMPARE_COUNTS_SQL, [sweep.position])
      const repaired: CounterCheckResult['repaired'] = {}
      for (const { id, isRight } of rows) if (!isRight) await repairPost(tx, id, repaired)
      const last = rows.at(-1)?.id
      const hasMore = rows.length === CHECKED_POSTS_PER_BATCH
      await storeCheck(tx, { after: sweep.position, last, hasMore, at })
      await tx.query('update counter_sweeps set position = $1', [hasMore ? last : null])
      return { checked: rows.length, repaired, hasMore }
    }),

  async findLastCheck(postId) {
    const { rows } = await pool.query<{ checked_at: Date }>({
      name: 'counter-check',
      text: 'select checked_at from counter_checks where last_post_id >= $1 order by last_post_id limit 1',
      values: [postId],
    })
    return rows[0]?.checked_at
  },

  async findFirstTimes(postId) {
    const { rows } = await pool.query<Record<keyof FirstTimes, Date | null>>({
      name: 'first-counted',
      text: `select (select min(created_at) from likes where post_id = $1) as likes,
               (select min(created_at) from comments where post_id = $1) as comments,
               (select min(created_at) from posts where shared_post_id = $1) as shares`,
      values: [postId],
    })
    const { likes, comments, shares } = rows[0] ?? {}
    return { likes: likes ?? undefined, comments: comments ?? undefined, shares: shares ?? undefined }
  },
})

/** Counts again what belongs to a post, which is locked like for each change of a count. */
async function repairPost(tx: Queryable, id: string, repaired: CounterCheckResult['repaired']): Promise<void> {
  await tx.query('select from posts where id = $1 for update', [id])
  for (const text of [REPAIR_POST_SQL, REPAIR_COMMENTS_SQL]) {
    const { rows } = await tx.query<Partial<Record<CountName, boolean>>>(text, [id])
    for (const row of rows) for (const name of COUNT_NAMES) if (row[name]) repaired[name] = (repaired[name] ?? 0) + 1
  }
}

type StoredCheck = { after: string | null; last: string | undefined; hasMore: boolean; at: Date }

/** Stores the time of a batch, in place of earlier batches that ended within its posts; the last batch is in place of all later ones. */
async function storeCheck(tx: Queryable, { after, last, hasMore, at }: StoredCheck): Promise<void> {
  await tx.query(
    `delete from counter_checks
     where ($1::uuid is null or last_post_id > $1::uuid) and ($2::uuid is null or last_post_id <= $2::uuid)`,
    [after, hasMore ? last : null],
  )
  if (last) await tx.query('insert into counter_checks (last_post_id, checked_at) values ($1, $2)', [last, at])
}
