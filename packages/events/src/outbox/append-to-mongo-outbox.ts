import type { DomainEvent } from '@meadow/contracts'
import { type MongoCollection, type MongoDatabase, signalOnCommit } from '@meadow/storage'

/** An unpublished event. `at` is the event's time; `index` orders the events that one call appended. */
type OutboxDocument = { _id: string; key: string; rev: number; index: number; at: Date; event: string }

export const outboxCollection: MongoCollection = {
  name: 'outbox',
  indexes: [{ name: 'by_key_and_rev', key: { key: 1, rev: 1, index: 1 } }],
}

export const getOutboxDocuments = ({ db }: MongoDatabase) => db.collection<OutboxDocument>(outboxCollection.name)

/**
 * Appends events to the outbox in the transaction `tx` of the write that causes them. Their data must have the `rev` of
 * the aggregate, which that transaction has raised, because the relay publishes a key's events by `rev`. The commit wakes
 * the relay. @throws Error if an event has no `rev`
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

const toOutboxDocument = (event: DomainEvent, index: number): OutboxDocument => ({
  _id: event.id,
  key: event.subject,
  rev: getRev(event),
  index,
  at: new Date(event.time),
  event: JSON.stringify(event),
})

function getRev({ type, data }: DomainEvent): number {
  const { rev } = Object(data) as { rev?: unknown }
  if (typeof rev !== 'number') throw new Error(`An event of type ${type} has no rev, so its order is unknown`)
  return rev
}
