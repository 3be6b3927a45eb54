import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import pg from 'pg'

/** A folder with the SQL files (`0001-subject.sql`) of one owner. The table `migrations_<name>` records which have run. */
export type Migrations = { name: string; dir: string }

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/**
 * Migrates the database of `pool`, one owner after the other. Several processes may do so at the same time: an advisory
 * lock makes the others wait. Uses a connection without statement time-out.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migrations[]): Promise<void> {
  const client = new pg.Client({ connectionString: pool.options.connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the running migration reports the error
  await client.connect()
  try {
    for (const { name, dir } of migrations) {
      if (await isUpToDate(client, { name, dir })) continue
      const { runner } = await import('node-pg-migrate') // loaded only if there is something to migrate
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
  const { rows } = await client.query<{ exists: boolean }>(
    'select to_regclass(quote_ident($1)) is not null as exists',
    [table],
  )
  if (!rows[0]?.exists) return false
  const executed = await client.query<{ name: string }>(`select name from ${pg.escapeIdentifier(table)}`)
  const names = new Set(executed.rows.map((row) => row.name))
  return (await readdir(dir)).every((file) => names.has(parse(file).name))
}
