import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import pg from 'pg'

/** SQL files `0001-what.sql` of one owner; each name has a table of its own that notes what has run. */
export type Migrations = { name: string; dir: string }

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

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
      if (await isUpToDate(client, { name, dir })) continue
      const { runner } = await import('node-pg-migrate') // who is up to date need not hold it in memory
      await runner({
        dbClient: client,
        dir,
        direction: 'up',
        migrationsTable: toMigrationsTable(name),
        advisoryLockMode: 'wait',
        logger: silentLogger,
      })
    }
  } finally {
    await client.end()
  }
}

const toMigrationsTable = (name: string) => `migrations_${name}`

async function isUpToDate(client: pg.Client, { name, dir }: Migrations): Promise<boolean> {
  const table = toMigrationsTable(name)
  const { rows } = await client.query<{ there: boolean }>('select to_regclass(quote_ident($1)) is not null as there', [
    table,
  ])
  if (!rows[0]?.there) return false
  const run = await client.query<{ name: string }>(`select name from ${pg.escapeIdentifier(table)}`)
  const names = new Set(run.rows.map((row) => row.name))
  return (await readdir(dir)).every((file) => names.has(parse(file).name))
}
