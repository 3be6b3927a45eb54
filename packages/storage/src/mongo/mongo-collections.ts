import type { MongoDatabase } from './mongo-database.ts'
import { ensureMongoIndexes, type MongoCollection } from './mongo-indexes.ts'

/** NamespaceExists: the collection exists, or another process has just created it. */
const NAMESPACE_EXISTS = 48

/** Creates missing collections, with all their indexes. Several processes may do so at the same time. */
export async function createMissingCollections(
  mongo: MongoDatabase,
  collections: readonly MongoCollection[],
): Promise<void> {
  const existing = await mongo.db.listCollections({}, { nameOnly: true }).toArray()
  const names = new Set(existing.map(({ name }) => name))
  await ensureMongoCollections(
    mongo,
    collections.filter(({ name }) => !names.has(name)),
  )
}

/** Creates missing collections and indexes, and replaces changed indexes. It waits until they are built. */
export async function ensureMongoCollections(
  mongo: MongoDatabase,
  collections: readonly MongoCollection[],
): Promise<void> {
  for (const collection of collections) {
    await mongo.db.createCollection(collection.name).catch((error) => {
      if (error.code !== NAMESPACE_EXISTS) throw error
    })
    await ensureMongoIndexes(mongo, collection)
  }
}
