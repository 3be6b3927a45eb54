import { join } from 'node:path'
import { ensureMongoCollections, type MongoCollection, openMongo } from '@meadow/storage'
import { BSON, type Db, type Document } from 'mongodb'
import { readLineFile } from '../line-files.ts'
import type { StoredStore } from '../manifest.ts'

type MongoRestoreOptions = {
  folder: string
  service: string
  stored: StoredStore
  /** The collections of the service. */
  collections: readonly MongoCollection[]
}

/**
 * Creates the collections with their indexes, because a start builds those of existing collections in the background, and
 * loads all documents. @throws Error if the database is not empty
 */
export async function restoreMongoStore(
  url: string,
  { folder, service, stored, collections }: MongoRestoreOptions,
): Promise<void> {
  await using mongo = await openMongo(url, { database: `meadow_${service}`, name: 'meadow restore' })
  const { db } = mongo
  await assertNoDocuments(db, service)
  await ensureMongoCollections(mongo, collections)
  for (const { name, file, lines } of stored.tables) {
    let loaded = 0
    for await (const batch of readLineFile(join(folder, file))) {
      const documents = batch.map((line): Document => BSON.EJSON.parse(line, { relaxed: false }))
      loaded += (await db.collection(name).insertMany(documents)).insertedCount
    }
    if (loaded !== lines) throw new Error(`${loaded} of ${lines} documents of ${name} were restored`)
  }
}

/** @throws Error if the database has documents */
async function assertNoDocuments(db: Db, service: string): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if ((await db.collection(name).findOne({})) !== null)
      throw new Error(`The database of ${service} is not empty: restore into an empty one`)
}
