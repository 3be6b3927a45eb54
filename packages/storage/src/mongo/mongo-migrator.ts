import type { Logger } from '@meadow/service'
import { createKeyedQueue } from '../keyed-queue.ts'
import { sleep } from '../timers.ts'
import type { MongoDatabase } from './mongo-database.ts'
import { withMigrationLease } from './mongo-migration-lease.ts'
import { type MongoSchema, runMongoMigrations } from './mongo-migrations.ts'

type MigratorOptions = { url: string; database: string; schema: MongoSchema; log: Logger }

/** Longer than an outage that passes by itself. */
const RETRY_MS = 30_000

/** Runs all migrations of a database, after those of other processes, on connections without time-out. */
export async function migrateMongo(
  { url, database, schema }: MigratorOptions,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { MongoClient } = await import('mongodb')
  await using client = new MongoClient(url, { maxPoolSize: 2, appName: `${database} migrations` })
  const mongo: MongoDatabase = {
    db: client.db(database, { writeConcern: { w: 'majority', journal: true } }),
    operationOptions: { maxTimeMS: 0 },
    transactionQueue: createKeyedQueue(),
  }
  await withMigrationLease(mongo, stopping, (lease) => runMongoMigrations(mongo, schema, lease))
}

/** Migrates in the background until all is done, and repeats after a failure. Disposal interrupts it after the current step. */
export function startMongoMigrations(options: MigratorOptions): AsyncDisposable {
  const stopping = new AbortController()
  const attempt = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await migrateMongo(options, stopping.signal)
      } catch (error) {
        options.log.warn({ err: error, database: options.database }, 'a migration failed and will be repeated')
        await sleep(RETRY_MS, stopping.signal)
      }
    }
  }
  const migrated = attempt()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await migrated
    },
  }
}
