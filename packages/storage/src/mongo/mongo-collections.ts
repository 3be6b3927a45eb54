import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { MongoDatabase } from './mongo-database.ts'

type MongoIndex = Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression'> & {
  name: string
  key: IndexSpecification
}

/** A collection and its indexes, declared beside the queries that use them. */
export type MongoCollection = { name: string; indexes?: readonly MongoIndex[] }

/** NamespaceExists: another process was faster, or it was there. */
const NAMESPACE_EXISTS = 48

/** Makes collections and indexes that are not there yet; several processes may do so at once. */
export async function ensureMongoCollections(
  { db }: MongoDatabase,
  collections: readonly MongoCollection[],
): Promise<void> {
  for (const { name, indexes = [] } of collections) {
    await db.createCollection(name).catch((error) => {
      if (error.code !== NAMESPACE_EXISTS) throw error
    })
    for (const { key, ...options } of indexes) await db.collection(name).createIndex(key, options)
  }
}
