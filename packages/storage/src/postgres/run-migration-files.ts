import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@meadow/service'
import type pg from 'pg'
import { getErrorCode } from './error-code.ts'
import { createSqlFileLoader } from './sql-file-loader.ts'

type MigrationFiles = { dir: string; migrationsTable: string }

/** A statement gives up its place in the queue of a lock after this time: the traffic behind it waits no longer. */
const LOCK_TIMEOUT_MS = 2_000

/** lock_not_available and deadlock_detected: a transaction held the table. */
const LOCK_CODES = ['55P03', '40P01']
const MAX_ATTEMPTS = 20
const MIN_BACK_OFF_MS = 250
const MAX_BACK_OFF_MS = 5_000

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/**
 * Runs the files that have not run, in order. A file that does not get its locks is rolled back and repeated, for about
 * two minutes in all. @throws Error of the file that failed
 */
export async function runMigrationFiles(client: pg.Client, files: MigrationFiles, log?: Logger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptMigrationFiles(client, files)
    } catch (error) {
      await client.query('rollback').catch(() => {}) // a lost connection rolls back, too
      if (attempt === MAX_ATTEMPTS || !LOCK_CODES.includes(getErrorCode(error) ?? '')) throw error
      log?.warn({ err: error, attempt, migrations: files.migrationsTable }, 'a migration waits for a lock')
      await setTimeout(Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2))
    }
  }
}

async function attemptMigrationFiles(client: pg.Client, { dir, migrationsTable }: MigrationFiles): Promise<void> {
  const { runner } = await import('node-pg-migrate') // loaded only if there is something to migrate
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable,
    noLock: true, // the caller has the lock
    checkOrder: false, // work that began earlier may be merged later, with a lower number
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: createSqlFileLoader(client, LOCK_TIMEOUT_MS) }],
    logger: silentLogger,
  })
}
