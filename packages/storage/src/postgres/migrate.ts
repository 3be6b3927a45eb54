import { runner } from 'node-pg-migrate'
import pg from 'pg'

/** SQL files `0001-what.sql` of one owner; each name has a table of its own that notes what has run. */
export type Migrations = { name: string; dir: string }

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/**
 * Brings the database of `pool` up to date, one owner after the other. Several processes may do so at once: an advisory
 * lock lets one work while the others wait. Runs on a connection of its own, because a migration may take its time.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migrations[]): Promise<void> {
  const client = new pg.Client({ connectionString: pool.options.connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the migration that runs reports it
  await client.connect()
  try {
    for (const { name, dir } of migrations) {
      await runner({
        dbClient: client,
        dir,
        direction: 'up',
        migrationsTable: `migrations_${name}`,
        advisoryLockMode: 'wait',
        logger: silent,
      })
    }
  } finally {
    await client.end()
  }
}
