import { listenForCommitSignals, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { getOutboxDocuments } from './append-to-mongo-outbox.ts'
import { type OutboxPosition, sortByKeyOrder } from './key-order.ts'
import { acquireLease, assertLease, releaseLease, renewLease } from './mongo-lease.ts'
import { type Outbox, toOutboxMessage } from './outbox.ts'

const MAX_COUNTED = 100_000
const POSITION_FIELDS = { key: 1, rev: 1, index: 1 } as const

/** Creates the outbox of a service in MongoDB. A lease, which each deletion renews, lets one process at a time publish. */
export function createMongoOutbox(mongo: MongoDatabase): Outbox {
  const { operationOptions } = mongo
  const documents = getOutboxDocuments(mongo)
  let heldGeneration: number | undefined
  let lastWork: Promise<unknown> = Promise.resolve()

  async function runWithLease<T>(work: () => Promise<T>): Promise<T | undefined> {
    const generation = await acquireLease(mongo)
    if (generation === undefined) return undefined
    heldGeneration = generation
    try {
      return await work()
    } finally {
      heldGeneration = undefined
      await releaseLease(mongo, generation).catch(() => {}) // otherwise the lease expires
    }
  }

  /** Reads the positions of the oldest events, and of all events before them in the order of their keys. */
  async function readPositions(limit: number): Promise<OutboxPosition[]> {
    const options = { ...operationOptions, projection: POSITION_FIELDS }
    const oldest = await documents.find({}, options).hint('_id_').sort({ _id: 1 }).limit(limit).toArray()
    if (oldest.length === 0) return []
    const latestRevs = new Map<string, number>()
    for (const { key, rev } of oldest) latestRevs.set(key, Math.max(rev, latestRevs.get(key) ?? rev))
    const earlier = [...latestRevs].map(([key, rev]) => ({ key, rev: { $lt: rev } }))
    const positions = [...oldest, ...(await documents.find({ $or: earlier }, options).toArray())]
    return [...new Map(positions.map((position) => [position._id, position])).values()]
  }

  return {
    runExclusively(work) {
      const result = lastWork.then(() => runWithLease(work)) // the lease does not serialise calls of this process
      lastWork = result.catch(() => {})
      return result
    },
    async hasPending() {
      return (await documents.findOne({}, { ...operationOptions, projection: { _id: 1 } })) !== null
    },
    async readPending(limit) {
      if (heldGeneration !== undefined) await assertLease(mongo, heldGeneration)
      const ids = sortByKeyOrder(await readPositions(limit)).slice(0, limit)
      const options = { ...operationOptions, projection: { topic: 1, key: 1, event: 1 } }
      const found = await documents.find({ _id: { $in: ids } }, options).toArray()
      const documentsById = new Map(found.map((document) => [document._id, document]))
      return ids
        .flatMap((id) => documentsById.get(id) ?? [])
        .map(({ _id, event, ...document }) => toOutboxMessage({ ...document, id: _id, value: event }))
    },
    async measureBacklog() {
      const length = await documents.countDocuments({}, { ...operationOptions, hint: '_id_', limit: MAX_COUNTED })
      const [oldest] = await documents
        .find({}, { ...operationOptions, projection: { at: 1 } })
        .hint('_id_')
        .sort({ _id: 1 })
        .limit(1)
        .toArray()
      return { length, oldest: oldest?.at }
    },
    async markPublished(ids) {
      const generation = heldGeneration
      await withMongoTransaction(mongo, async (tx) => {
        if (generation !== undefined) await renewLease(tx, generation)
        await getOutboxDocuments(tx).deleteMany({ _id: { $in: [...ids] } }, tx.operationOptions)
      })
    },
    onAppended: (listener) => listenForCommitSignals(mongo.db, listener),
    async [Symbol.asyncDispose]() {}, // the lease of unfinished work expires
  }
}
