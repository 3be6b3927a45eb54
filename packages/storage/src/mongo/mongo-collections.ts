import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { MongoDatabase } from './mongo-database.ts'

type MongoIndex = Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression'> & {
  name: string
  key: IndexSpecification
}

/** A collection and its indexes. */
export type MongoCollection = { name: string; indexes?: readonly MongoIndex[] }

/** NamespaceExists: the collection exists, or another process has just created it. */
const NAMESPACE_EXISTS = 48

/** Creates missing collections and indexes. Several processes may do so at the same time. */
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
