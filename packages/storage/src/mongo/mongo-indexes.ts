import { hash } from 'node:crypto'
import type { CreateIndexesOptions, IndexDescriptionInfo, IndexSpecification } from 'mongodb'
import type { MongoDatabase } from './mongo-database.ts'

/**
 * The definition of an index may change unless a query names it as a hint: declare an index with a new name then, and drop
 * the old one by a migration of a later release.
 */
type MongoIndex = Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression'> & {
  name: string
  key: IndexSpecification
}

/** A collection and its indexes. */
export type MongoCollection = { name: string; indexes?: readonly MongoIndex[] }

/** IndexNotFound: another process has just dropped it. NamespaceNotFound: the collection was never created. */
const INDEX_MISSING_CODES = [27, 26]

/**
 * Builds the missing indexes of a collection. An index that exists under the same name with another definition is replaced:
 * the new one is built first, under a name of its own, then the old one is dropped.
 */
export async function ensureMongoIndexes(mongo: MongoDatabase, { name, indexes = [] }: MongoCollection): Promise<void> {
  if (indexes.length === 0) return
  const collection = mongo.db.collection(name)
  const existing = await collection.indexes()
  for (const index of indexes) {
    const { key, ...options } = index
    const namesake = existing.find((other) => other.name === index.name)
    if (!isBuilt(existing, index))
      await collection.createIndex(key, { ...options, name: namesake ? toReplacementName(index) : index.name })
    if (namesake && !isBuilt([namesake], index)) await dropMongoIndexes(mongo, name, [index.name])
  }
}

/** Drops indexes that exist. */
export async function dropMongoIndexes({ db }: MongoDatabase, name: string, indexes: readonly string[]): Promise<void> {
  for (const index of indexes)
    await db
      .collection(name)
      .dropIndex(index)
      .catch((error) => {
        if (!INDEX_MISSING_CODES.includes(error.code)) throw error
      })
}

/** Lists the indexes of collections that are not built, as `collection.index`. */
export async function listMissingIndexes(
  { db }: MongoDatabase,
  collections: readonly MongoCollection[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { name, indexes = [] } of collections) {
    if (indexes.length === 0) continue
    const existing = await db
      .collection(name)
      .indexes()
      .catch((error) => {
        if (INDEX_MISSING_CODES.includes(error.code)) return []
        throw error
      })
    missing.push(...indexes.filter((index) => !isBuilt(existing, index)).map((index) => `${name}.${index.name}`))
  }
  return missing
}

const toDefinition = ({ key, unique, partialFilterExpression }: MongoIndex | IndexDescriptionInfo): string =>
  JSON.stringify([Object.entries(key), unique ?? false, partialFilterExpression ?? {}])

const isBuilt = (existing: readonly IndexDescriptionInfo[], index: MongoIndex): boolean =>
  existing.some((other) => toDefinition(other) === toDefinition(index))

const toReplacementName = (index: MongoIndex): string =>
  `${index.name}_${hash('sha1', toDefinition(index)).slice(0, 8)}`
