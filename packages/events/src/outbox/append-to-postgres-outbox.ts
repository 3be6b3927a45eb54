import type { DomainEvent } from '@meadow/contracts'
import { type Queryable, signalOnCommit } from '@meadow/storage'
import { toEventMessage } from '../bus/bus.ts'
import type { OutboxMessage } from './outbox.ts'

/**
 * Appends events to the outbox in the transaction `tx` of the write that causes them. The transaction must have locked the
 * aggregate's row before, so that the outbox keeps the aggregate's order. The commit wakes the relay.
 * @throws Error if no contract defines an event's type
 */
export async function appendToPostgresOutbox(
  tx: Queryable,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const list = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  const messages = list.map((event) => ({ ...toEventMessage(event), id: event.id }))
  await appendMessagesToPostgresOutbox(tx, messages)
}

/**
 * Builds a statement that appends messages to the outbox. `source` returns an id, a topic, a key and the JSON of an event for
 * each. After its commit call `signalOnCommit`, which wakes the relay.
 */
export const appendToOutboxSql = (source: string): string => `insert into outbox (id, topic, key, event) ${source}`

/** Returns the id, the topic, the key and the JSON of an event. @throws Error if no contract defines its type */
export function toOutboxValues(event: DomainEvent): [id: string, topic: string, key: string, json: string] {
  const { topic, key, value } = toEventMessage(event)
  return [event.id, topic, key, value]
}

/** Appends messages to the outbox in the transaction `tx`. The commit wakes the relay. */
export async function appendMessagesToPostgresOutbox(tx: Queryable, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query({
    name: 'append-to-outbox',
    text: appendToOutboxSql(`
      select id, topic, key, event
      from unnest($1::uuid[], $2::text[], $3::text[], $4::json[])
        with ordinality as t (id, topic, key, event, index) order by index`),
    values: [
      messages.map(({ id }) => id),
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => key),
      messages.map(({ value }) => value),
    ],
  })
  signalOnCommit(tx)
}
