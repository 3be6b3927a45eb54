import { type Collection, ensureCollections } from './collections.ts'
import { type MongoStore, openMongo } from './open-mongo.ts'

type Owner = { service: string; collections: readonly Collection[] }

/** Opens the store of a service, the database `meadow_<service>` unless `url` names another, with all its indexes. */
export async function openMongoStore(url: string, { service, collections }: Owner): Promise<MongoStore> {
  await using opening = new AsyncDisposableStack()
  const store = opening.use(await openMongo(url, { database: `meadow_${service}`, name: `meadow ${service}` }))
  await ensureCollections(store, collections)
  opening.move()
  return store
}
