import { randomUUID } from 'node:crypto'
import { openMongo } from '@meadow/storage'
import { BSON, type ClientSession, type Db } from 'mongodb'
import { toBatches } from '../line-files.ts'
import { LEFT_OUT_COLLECTIONS } from '../services.ts'
import type { StoreSnapshot, TableSource } from './store-snapshot.ts'

const BATCH_SIZE = 500
/** A collection that backups leave out. */
const PROBE_COLLECTION = 'leases'

/**
 * Opens a session that reads all collections as of now, while the service writes. MongoDB keeps that state for
 * `minSnapshotHistoryWindowInSeconds`, five minutes by default. A server without snapshot sessions reads in a transaction,
 * which it ends after `transactionLifetimeLimitSeconds`, a minute by default. A backup that takes longer fails.
 * @throws Error when MongoDB is away
 */
export async function openMongoSnapshot(url: string, service: string): Promise<StoreSnapshot> {
  await using opening = new AsyncDisposableStack()
  const { db } = opening.use(await openMongo(url, { database: `meadow_${service}`, name: 'meadow backup' }))
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  const names = found.map(({ name }) => name).filter((name) => isStored(name))
  const session = opening.adopt(await openSession(db, names[0] ?? PROBE_COLLECTION), (one) => one.endSession())
  const toTable = (name: string): TableSource => ({
    name,
    columns: [],
    async *readLines() {
      for await (const batch of toBatches(db.collection(name).find({}, { session, batchSize: BATCH_SIZE })))
        yield batch.map((document) => BSON.EJSON.stringify(document, { relaxed: false }))
    },
  })
  const opened = opening.move()
  return {
    engine: 'mongodb',
    migrations: {},
    tables: names.toSorted().map(toTable),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const isStored = (collection: string) => !collection.startsWith('system.') && !LEFT_OUT_COLLECTIONS.includes(collection)

/** Opens a session whose reads all see the state of now. */
async function openSession(db: Db, first: string): Promise<ClientSession> {
  const snapshot = db.client.startSession({ snapshot: true })
  await db.collection(first).findOne({}, { session: snapshot }) // sets the time of the session
  if (await isUnchanging(db, snapshot)) return snapshot
  await snapshot.endSession()
  const session = db.client.startSession()
  session.startTransaction({ readConcern: { level: 'snapshot' }, readPreference: 'primary' })
  await db.collection(first).findOne({}, { session })
  return session
}

/** Returns whether the session does not see a new document. A server without snapshots may ignore that it should not. */
async function isUnchanging(db: Db, session: ClientSession): Promise<boolean> {
  const probes = db.collection<{ _id: string }>(PROBE_COLLECTION)
  const _id = `backup ${randomUUID()}`
  await probes.insertOne({ _id })
  try {
    return (await probes.findOne({ _id }, { session })) === null
  } finally {
    await probes.deleteOne({ _id })
  }
}
