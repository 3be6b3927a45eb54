import { ensureMongoCollections, type MongoCollection } from './mongo-collections.ts'
import { type MongoStore, openMongo } from './open-mongo.ts'

type MongoStoreOptions = { service: string; collections: readonly MongoCollection[] }

/** Opens the store of a service with all its indexes. The database is `meadow_<service>` unless `url` names another. */
export async function openMongoStore(url: string, { service, collections }: MongoStoreOptions): Promise<MongoStore> {
  await using opening = new AsyncDisposableStack()
  const store = opening.use(await openMongo(url, { database: `meadow_${service}`, name: `meadow ${service}` }))
  await ensureMongoCollections(store, collections)
  opening.move()
  return store
}
