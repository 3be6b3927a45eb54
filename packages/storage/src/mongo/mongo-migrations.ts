import type { MongoDatabase } from './mongo-database.ts'
import type { MongoCollection } from './mongo-indexes.ts'
import { ensureMongoIndexes, listMissingIndexes } from './mongo-indexes.ts'
import { MIGRATIONS_COLLECTION, type MigrationLease } from './mongo-migration-lease.ts'

/** A change of the documents or indexes of a database, in steps. Its position is recorded after each step. */
export type MongoMigration = {
  /** `0001-subject`. List migrations in the order of their names: they run in the order of the list. */
  name: string
  /**
   * Changes a bounded number of documents after `position`, which is undefined for the first step, and returns the position
   * of the next step, or undefined at the end. A step that was interrupted is repeated, perhaps while the process that lost
   * the lease still runs it: it must have the same result then.
   */
  runStep(mongo: MongoDatabase, position: unknown): Promise<unknown>
}

/** The collections with their indexes, and the migrations of documents. */
export type MongoSchema = { collections: readonly MongoCollection[]; migrations?: readonly MongoMigration[] }

type MigrationDocument = { _id: string; position?: unknown; finishedAt?: Date }

const getRecords = ({ db }: MongoDatabase) => db.collection<MigrationDocument>(MIGRATIONS_COLLECTION)

/** Lists the indexes that are not built and the migrations that have not finished. Records of a newer version are ignored. */
export async function listMissingMongoMigrations(mongo: MongoDatabase, schema: MongoSchema): Promise<string[]> {
  const { collections, migrations = [] } = schema
  const finished = await getRecords(mongo)
    .find({ finishedAt: { $exists: true } })
    .toArray()
  const names = new Set(finished.map(({ _id }) => _id))
  const missing = migrations.map(({ name }) => name).filter((name) => !names.has(name))
  return [...(await listMissingIndexes(mongo, collections)), ...missing]
}

/**
 * Builds indexes and runs migrations while `lease` is held. Ends early when the lease is lost or the process stops: the
 * next run continues after the last step.
 */
export async function runMongoMigrations(
  mongo: MongoDatabase,
  { collections, migrations = [] }: MongoSchema,
  lease: MigrationLease,
): Promise<void> {
  for (const collection of collections) {
    if (lease.ended.aborted) return
    await ensureMongoIndexes(mongo, collection)
  }
  for (const migration of migrations) await runMigration(mongo, migration, lease)
}

async function runMigration(
  mongo: MongoDatabase,
  { name, runStep }: MongoMigration,
  { ended }: MigrationLease,
): Promise<void> {
  const records = getRecords(mongo)
  const record = await records.findOne({ _id: name })
  if (record?.finishedAt) return
  for (let position = record?.position; !ended.aborted; ) {
    position = await runStep(mongo, position)
    const state = position === undefined ? { finishedAt: new Date() } : { position }
    await records.updateOne({ _id: name }, { $set: state }, { upsert: true })
    if (position === undefined) return
  }
}
