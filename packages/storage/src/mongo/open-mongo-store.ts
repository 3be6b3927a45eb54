import type { Logger } from '@meadow/service'
import type { AutoMigrate } from '../postgres/prepare-schema.ts'
import { createMissingCollections } from './mongo-collections.ts'
import { listMissingMongoMigrations, type MongoSchema } from './mongo-migrations.ts'
import { startMongoMigrations } from './mongo-migrator.ts'
import { type MongoStore, openMongo } from './open-mongo.ts'

type MongoStoreOptions = { service: string; schema: MongoSchema; autoMigrate?: AutoMigrate | undefined; log: Logger }

/**
 * Opens the store of a service. New collections have all their indexes; indexes of existing collections are built, and
 * documents are migrated, in the background. With `autoMigrate: 'off'` it only checks that all this is done. The database is
 * `meadow_<service>` unless `url` names another. @throws Error that says what to do if migrations are missing
 */
export async function openMongoStore(
  url: string,
  { service, schema, autoMigrate = 'on', log }: MongoStoreOptions,
): Promise<MongoStore> {
  await using opening = new AsyncDisposableStack()
  const store = opening.use(await openMongo(url, { database: `meadow_${service}`, name: `meadow ${service}` }))
  const database = store.db.databaseName
  if (autoMigrate === 'on') await createMissingCollections(store, schema.collections)
  const missing = await listMissingMongoMigrations(store, schema)
  if (missing.length > 0) {
    if (autoMigrate === 'off') throw new Error(describeMissing(database, missing))
    opening.use(startMongoMigrations({ url, database, schema, log }))
  }
  const opened = opening.move()
  return { ...store, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const describeMissing = (database: string, missing: readonly string[]): string =>
  `The database ${database} lacks ${missing.join(', ')}: run src/migrate.ts of the service in this version, or set AUTO_MIGRATE=on.`
