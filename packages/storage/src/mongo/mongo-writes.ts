import type { AnyClientBulkWriteModel, Collection, Document, Filter, UpdateFilter } from 'mongodb'
import type { MongoDatabase } from './mongo-database.ts'

/** A write to one of the collections of a database, for `runMongoWrites`. */
export type MongoWrite = AnyClientBulkWriteModel<Document>

/** Returns the write that inserts a document. */
export const toMongoInsert = <Row extends Document>(collection: Collection<Row>, document: Row): MongoWrite => ({
  name: 'insertOne',
  namespace: collection.namespace,
  document,
})

/** Returns the write that updates one document; with `upsert`, it inserts the document if there is none. */
export const toMongoUpdate = <Row extends Document>(
  collection: Collection<Row>,
  filter: Filter<Row>,
  update: UpdateFilter<Row>,
  options: { upsert?: boolean } = {},
): MongoWrite => ({
  name: 'updateOne',
  namespace: collection.namespace,
  filter: filter as Filter<Document>,
  update: update as UpdateFilter<Document>,
  ...options,
})

/** Returns the write that deletes all documents that match. */
export const toMongoDelete = <Row extends Document>(collection: Collection<Row>, filter: Filter<Row>): MongoWrite => ({
  name: 'deleteMany',
  namespace: collection.namespace,
  filter: filter as Filter<Document>,
})

/** WriteConflict and DuplicateKey: another transaction has committed since this one read. */
const CONFLICT_CODES = [112, 11000]

type BulkWriteError = Error & { cause?: unknown; writeErrors?: ReadonlyMap<number, { code: number; message: string }> }

/**
 * Runs writes to several collections in their order, in one command, and in the transaction of the database if it has one.
 * Requires MongoDB 8. Returns the number of deleted documents. @throws an error by which `withMongoTransaction` repeats the
 * transaction, if another one has committed since it read
 */
export async function runMongoWrites(
  { db, operationOptions }: MongoDatabase,
  writes: readonly MongoWrite[],
): Promise<{ deletedCount: number }> {
  if (writes.length === 0) return { deletedCount: 0 }
  try {
    return await db.client.bulkWrite(writes, operationOptions)
  } catch (error) {
    throw unwrapBulkWriteError(error as BulkWriteError)
  }
}

/** Returns the error of the server that the driver wraps, with its labels, or the error of the write that failed. */
function unwrapBulkWriteError(error: BulkWriteError): unknown {
  if (error.name !== 'MongoClientBulkWriteError') return error
  const [failed] = error.writeErrors?.values() ?? []
  if (!failed) return error.cause ?? error
  const errorLabels = CONFLICT_CODES.includes(failed.code) ? ['TransientTransactionError'] : []
  return Object.assign(new Error(failed.message, { cause: error }), {
    name: 'MongoServerError',
    code: failed.code,
    errorLabels,
  })
}
