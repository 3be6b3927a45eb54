import type { DomainEvent } from '@meadow/contracts'
import {
  type MongoCollection,
  type MongoDatabase,
  type MongoWrite,
  signalOnCommit,
  toMongoInsert,
} from '@meadow/storage'
import { toEventMessage } from '../bus/bus.ts'
import type { OutboxMessage } from './outbox.ts'

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
