import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError, type Logger } from '@meadow/service'
import type pg from 'pg'
import { assertPoolSessions } from './assert-session-pooling.ts'
import { readDatabaseName } from './database-url.ts'
import { compareVersions, findRequiredVersion, listMissingMigrations, type Migrations, migrate } from './migrate.ts'

/** The value of `AUTO_MIGRATE`: a process migrates its databases itself, or only checks that another has done it. */
export type AutoMigrate = 'on' | 'off'

type PrepareSchemaOptions = {
  migrations: readonly Migrations[]
  autoMigrate?: AutoMigrate | undefined
  log?: Logger | undefined
}

/**
 * Migrates the database of `pool`, or, with `autoMigrate: 'off'`, checks that all migrations have run. A database that a
 * newer version has migrated is accepted, unless that has removed what this version uses.
 * @throws ConfigurationError that says what to do if migrations are missing or this version is too old
 */
export async function prepareSchema(
  pool: pg.Pool,
  { migrations, autoMigrate = 'on', log }: PrepareSchemaOptions,
): Promise<void> {
  await assertVersion(pool, migrations)
  if (autoMigrate === 'on') return migrate(pool, migrations, log)
  await assertPoolSessions(pool)
  const missing = await listMissingMigrations(pool, migrations)
  if (missing.length === 0) return
  const database = readDatabaseName(pool.options.connectionString ?? '')
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  throw new ConfigurationError(
    `The database ${database} lacks ${missing[0]}${others}: run src/migrate.ts of the service in this version, as the owner of ` +
      'the database, or set AUTO_MIGRATE=on.',
  )
}

async function assertVersion(pool: pg.Pool, migrations: readonly Migrations[]): Promise<void> {
  const required = await findRequiredVersion(pool, migrations)
  if (required === undefined) return
  const version = await readOwnVersion()
  if (compareVersions(version, required) >= 0) return
  const database = readDatabaseName(pool.options.connectionString ?? '')
  throw new ConfigurationError(
    `The database ${database} lacks what version ${version} uses: deploy version ${required} or newer, or restore a backup of before.`,
  )
}

/** Reads the version of the product: all its packages have the same. */
async function readOwnVersion(): Promise<string> {
  const file = join(import.meta.dirname, '../../package.json')
  return JSON.parse(await readFile(file, 'utf8')).version
}
