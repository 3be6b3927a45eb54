import { type Postgres, type Queryable, transaction } from '@meadow/storage'
import type { Removals } from './removals.ts'

const AT_ONCE = 20
const FIRST_WAIT_S = 10
const LONGEST_WAIT_S = 3_600

/** In the table `media_to_remove` of the service. */
export const postgresRemovals = (pool: Postgres): Removals => ({
  removeDue: (at, remove) =>
    transaction(pool, async (tx) => {
      const { rows } = await tx.query<{ path: string }>(
        `select path from media_to_remove where due_at <= $1 order by due_at limit $2 for update skip locked`,
        [at, AT_ONCE],
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
        [at, FIRST_WAIT_S, LONGEST_WAIT_S, failed],
      )
      return { due: paths.length, failed: failed.length }
    }),
})

/** Leaves files to the sweep from `due` on, in the transaction of whoever lets them go. */
export async function removeLater(tx: Queryable, paths: readonly string[], due: Date): Promise<void> {
  await tx.query(
    `insert into media_to_remove (path, attempts, due_at)
     select path, 0, $2 from unnest($1::text[]) as path on conflict do nothing`,
    [paths, due],
  )
}
