import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { type MediaRemovalQueue, REMOVAL_BATCH_SIZE, removeBatch } from './media-removal-queue.ts'

/** Stores the queue in the table `media_to_remove` of the service. */
export const createPostgresMediaRemovalQueue = (pool: PostgresPool): MediaRemovalQueue => ({
  removeDue: (at, remove) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ path: string; attempts: number }>(
        `select path, attempts from media_to_remove where due_at <= $1
         order by due_at limit $2 for update skip locked`,
        [at, REMOVAL_BATCH_SIZE],
      )
      const { removed, failed } = await removeBatch(rows, at, remove)
      await tx.query('delete from media_to_remove where path = any($1)', [removed])
      await tx.query(
        `update media_to_remove set attempts = failed.attempts, due_at = failed.due_at
         from unnest($1::text[], $2::integer[], $3::timestamptz[]) as failed (path, attempts, due_at)
         where media_to_remove.path = failed.path`,
        [failed.map(({ path }) => path), failed.map(({ attempts }) => attempts), failed.map(({ dueAt }) => dueAt)],
      )
      return { due: rows.length, failed: failed.length }
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
