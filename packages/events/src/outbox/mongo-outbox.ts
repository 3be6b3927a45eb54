import type { DomainEvent } from '@meadow/contracts'
import {
  listenForCommitSignals,
  type MongoCollection,
  type MongoDatabase,
  type MongoWrite,
  signalOnCommit,
  toMongoInsert,
  withMongoTransaction,
} from '@meadow/storage'
import { toEventMessage } from '../bus/bus.ts'
import { type OutboxPosition, sortByKeyOrder } from './key-order.ts'
import { acquireLease, assertLease, releaseLease, renewLease } from './mongo-lease.ts'
import { type Outbox, type OutboxMessage, toOutboxMessage } from './outbox.ts'

/**
 * An unpublished event. `at` is the event's time; `index` orders the events that one call appended. Documents of an older
 * version have no `topic`.
 */
type OutboxDocument = {
  _id: string
  topic?: string
  key: string
  rev: number
  index: number
  at: Date
  event: string
}

export const outboxCollection: MongoCollection = {
  name: 'outbox',
  indexes: [{ name: 'by_key_and_rev', key: { key: 1, rev: 1, index: 1 } }],
}

export const getOutboxDocuments = ({ db }: MongoDatabase) => db.collection<OutboxDocument>(outboxCollection.name)

/**
 * Appends events to the outbox in the transaction `tx` of the write that causes them. Their data must have the `rev` of
 * the aggregate, which that transaction has raised, because the relay publishes a key's events by `rev`. The commit wakes
 * the relay. @throws Error if an event has no `rev`, or no contract defines its type
 */
export async function appendToMongoOutbox(
  tx: MongoDatabase,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const list = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  if (list.length === 0) return
  await getOutboxDocuments(tx).insertMany(list.map(toOutboxDocument), tx.operationOptions)
  signalOnCommit(tx.operationOptions.session ?? tx.db)
}

/** Like `appendToMongoOutbox`, but returns the writes, for a command that has others as well. */
export function toMongoOutboxWrites(tx: MongoDatabase, events: readonly DomainEvent[]): MongoWrite[] {
  if (events.length > 0) signalOnCommit(tx.operationOptions.session ?? tx.db)
  return events.map((event, index) => toMongoInsert(getOutboxDocuments(tx), toOutboxDocument(event, index)))
}

/** Appends an event that is the only one of its subject, so that it needs no `rev`, in the transaction `tx`. */
export const appendOnlyEventToMongoOutbox = (tx: MongoDatabase, event: DomainEvent): Promise<void> =>
  appendMessageToMongoOutbox(tx, { id: event.id, ...toEventMessage(event) })

/** Appends a message that is the only one of its key, in the transaction `tx`. The commit wakes the relay. */
export async function appendMessageToMongoOutbox(
  tx: MongoDatabase,
  { id, topic, key, value }: OutboxMessage,
): Promise<void> {
  const document = { _id: id, topic, key, rev: 0, index: 0, at: new Date(), event: value }
  await getOutboxDocuments(tx).insertOne(document, tx.operationOptions)
  signalOnCommit(tx.operationOptions.session ?? tx.db)
}

function toOutboxDocument(event: DomainEvent, index: number): OutboxDocument {
  const { topic, key, value } = toEventMessage(event)
  return { _id: event.id, topic, key, rev: getRev(event), index, at: new Date(event.time), event: value }
}

function getRev({ type, data }: DomainEvent): number {
  const { rev } = Object(data) as { rev?: unknown }
  if (typeof rev !== 'number') throw new Error(`An event of type ${type} has no rev, so its order is unknown`)
  return rev
}

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
