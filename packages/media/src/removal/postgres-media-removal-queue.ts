import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { MediaRemovalQueue } from './media-removal-queue.ts'

const BATCH_SIZE = 20
const FIRST_RETRY_DELAY_SECONDS = 10
const MAX_RETRY_DELAY_SECONDS = 3_600

/** Stores the queue in the table `media_to_remove` of the service. */
export const createPostgresMediaRemovalQueue = (pool: PostgresPool): MediaRemovalQueue => ({
  removeDue: (at, remove) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ path: string }>(
        `select path from media_to_remove where due_at <= $1 order by due_at limit $2 for update skip locked`,
        [at, BATCH_SIZE],
      )
      const paths = rows.map(({ path }) => path)
      const results = await Promise.allSettled(paths.map(remove))
      const failed = paths.filter((_, index) => results[index]?.status === 'rejected')
      await tx.query('delete from media_to_remove where path = any($1) and path <> all($2)', [paths, failed])
      await tx.query(
        `update media_to_remove
         set attempts = attempts + 1,
             due_at = $1::timestamptz + make_interval(secs => least($2 * power(2, attempts), $3))
         where path = any($4)`,
        [at, FIRST_RETRY_DELAY_SECONDS, MAX_RETRY_DELAY_SECONDS, failed],
      )
      return { due: paths.length, failed: failed.length }
    }),
})

/** Adds files to the removal queue in the transaction `tx`; the cleanup removes them after `dueAt`. */
export async function queueMediaRemovals(tx: Queryable, paths: readonly string[], dueAt: Date): Promise<void> {
  await tx.query(
    `insert into media_to_remove (path, attempts, due_at)
     select path, 0, $2 from unnest($1::text[]) as path on conflict do nothing`,
    [paths, dueAt],
  )
}
