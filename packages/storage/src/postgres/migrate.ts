import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import type { Logger } from '@meadow/service'
import pg from 'pg'
import { assertSessionPooling } from './assert-session-pooling.ts'
import { readConnectTimeoutMs } from './database-url.ts'
import { withMigrationLock } from './migration-lock.ts'
import { runMigrationFiles } from './run-migration-files.ts'

const CONNECT_TIMEOUT_MS = 5_000

/** A folder with the SQL files (`0001-subject.sql`) of one owner. The table `migrations_<name>` records which have run. */
export type Migrations = { name: string; dir: string }

/**
 * Migrates the database of `pool`, one owner after the other. Several processes may do so at the same time: the others
 * wait. Uses a connection without statement time-out. @throws Error behind a pooler that breaks sessions
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migrations[], log?: Logger): Promise<void> {
  const connectionString = pool.options.connectionString ?? ''
  const connectionTimeoutMillis = readConnectTimeoutMs(connectionString, CONNECT_TIMEOUT_MS)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis })
  client.on('error', () => {}) // the running migration reports the error
  await client.connect()
  try {
    await assertSessionPooling(client, pool)
    if ((await listMissingMigrations(client, migrations)).length === 0) return
    await withMigrationLock(client, log, async () => {
      for (const { name, dir } of migrations)
        await runMigrationFiles(client, { dir, migrationsTable: toMigrationsTable(name) }, log)
    })
  } finally {
    await client.end()
  }
}

/** Lists the files of `migrations` that have not run. Files that a newer version has run are ignored. */
export async function listMissingMigrations(
  database: Pick<pg.ClientBase, 'query'>,
  migrations: readonly Migrations[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { name, dir } of migrations) {
    const executed = await readExecutedMigrations(database, toMigrationsTable(name))
    const files = (await readdir(dir)).map((file) => parse(file).name).toSorted()
    missing.push(...files.filter((file) => !executed.has(file)).map((file) => `${name}/${file}`))
  }
  return missing
}

/**
 * Returns the oldest version that can work with the database, or undefined if every one can: the highest version in the names
 * of files that only a newer version knows, such as `0012-unused-since-1.2.0-old-column`.
 */
export async function findRequiredVersion(
  database: Pick<pg.ClientBase, 'query'>,
  migrations: readonly Migrations[],
): Promise<string | undefined> {
  const versions: string[] = []
  for (const { name, dir } of migrations) {
    const known = new Set((await readdir(dir)).map((file) => parse(file).name))
    const executed = await readExecutedMigrations(database, toMigrationsTable(name))
    versions.push(
      ...[...executed].filter((file) => !known.has(file)).flatMap((file) => readContractVersion(file) ?? []),
    )
  }
  return versions.toSorted(compareVersions).at(-1)
}

/** Returns the first version that does not use what a migration removes. It is in the name of its file. */
export const readContractVersion = (file: string): string | undefined =>
  /-unused-since-(\d+\.\d+\.\d+)(?:-|\.sql$|$)/.exec(file)?.[1]

/** Compares versions such as 1.2.0. A pre-release (1.2.0-rc.1) counts as its version. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((version) => version.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [])
  for (const index of [0, 1, 2]) {
    const difference = (ones?.[index] ?? 0) - (others?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const toMigrationsTable = (name: string) => `migrations_${name}`

async function readExecutedMigrations(database: Pick<pg.ClientBase, 'query'>, table: string): Promise<Set<string>> {
  const { rows } = await database.query('select to_regclass(quote_ident($1)) is not null as exists', [table])
  if (!rows[0].exists) return new Set()
  const executed = await database.query<{ name: string }>(`select name from ${pg.escapeIdentifier(table)}`)
  return new Set(executed.rows.map((row) => row.name))
}
