import type { Queryable } from '../postgres/open-postgres.ts'

/**
 * Deletes the entries that have expired both by the clock of the database and by `now`. A process whose clock is fast
 * thus deletes no live entries of others.
 */
export async function deleteExpiredEntries(database: Queryable, now: Date): Promise<void> {
  await database.query('delete from entries where expires_at <= least(now(), $1::timestamptz)', [now])
}
