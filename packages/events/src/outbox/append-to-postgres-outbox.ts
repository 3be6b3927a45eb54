import type { DomainEvent } from '@meadow/contracts'
import { type Queryable, signalOnCommit } from '@meadow/storage'

/**
 * Appends events to the outbox in the transaction `tx` of the write that causes them. The transaction must have locked the
 * aggregate's row before, so that the outbox keeps the aggregate's order. The commit wakes the relay.
 */
export async function appendToPostgresOutbox(
  tx: Queryable,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const list = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  if (list.length === 0) return
  await tx.query({
    name: 'append-to-outbox',
    text: `insert into outbox (id, event)
           select id, event from unnest($1::uuid[], $2::json[]) with ordinality as t (id, event, index) order by index`,
    values: [list.map(({ id }) => id), list.map((event) => JSON.stringify(event))],
  })
  signalOnCommit(tx)
}
