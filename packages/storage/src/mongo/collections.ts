import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { Mongo } from './mongo.ts'

type Index = Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression'> & {
  name: string
  key: IndexSpecification
}

/** A collection and its indexes, declared beside the queries that use them. */
export type Collection = { name: string; indexes?: readonly Index[] }

/** NamespaceExists: another process was faster, or it was there. */
const EXISTS = 48

/** Makes collections and indexes that are not there yet; several processes may do so at once. */
export async function ensureCollections({ db }: Mongo, collections: readonly Collection[]): Promise<void> {
  for (const { name, indexes = [] } of collections) {
    await db.createCollection(name).catch((error) => {
      if (error.code !== EXISTS) throw error
    })
    for (const { key, ...options } of indexes) await db.collection(name).createIndex(key, options)
  }
}
