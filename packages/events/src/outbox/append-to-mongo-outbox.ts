import type { DomainEvent } from '@meadow/contracts'
import { type MongoCollection, type MongoDatabase, signalOnCommit } from '@meadow/storage'

/** An event that waits; `at` is when it happened, `place` its place among those that were appended with it. */
type Waiting = { _id: string; key: string; rev: number; place: number; at: Date; event: string }

export const outboxCollection: MongoCollection = {
  name: 'outbox',
  indexes: [{ name: 'order_of_key', key: { key: 1, rev: 1, place: 1 } }],
}

export const waiting = ({ db }: MongoDatabase) => db.collection<Waiting>(outboxCollection.name)

/**
 * Keeps events with the write that causes them: `tx` is the transaction of that write. Each says the `rev` of its
 * aggregate, which that transaction has raised, so that the outbox knows the aggregate's order.
 */
export async function appendToMongoOutbox(
  tx: MongoDatabase,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const all = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  if (all.length === 0) return
  await waiting(tx).insertMany(all.map(toWaiting), tx.operationOptions)
  signalOnCommit(tx.operationOptions.session ?? tx.db)
}

const toWaiting = (event: DomainEvent, place: number): Waiting => ({
  _id: event.id,
  key: event.subject,
  rev: revOf(event),
  place,
  at: new Date(event.time),
  event: JSON.stringify(event),
})

function revOf({ type, data }: DomainEvent): number {
  const { rev } = Object(data) as { rev?: unknown }
  if (typeof rev !== 'number') throw new Error(`${type} says no rev, so it has no place in the order of its subject`)
  return rev
}
