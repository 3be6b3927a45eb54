import type { DomainEvent } from '@meadow/contracts'
import { type Queryable, signalOnCommit } from '@meadow/storage'

/**
 * Keeps events with the write that causes them: `tx` is the transaction of that write, which has locked the aggregate,
 * so that the outbox has the aggregate's order.
 */
export async function appendToPostgresOutbox(
  tx: Queryable,
  events: DomainEvent | readonly DomainEvent[],
): Promise<void> {
  const all = Array.isArray(events) ? (events as readonly DomainEvent[]) : [events as DomainEvent]
  if (all.length === 0) return
  await tx.query({
    name: 'append-to-outbox',
    text: `insert into outbox (id, event)
           select id, event from unnest($1::uuid[], $2::json[]) with ordinality as t (id, event, place) order by place`,
    values: [all.map(({ id }) => id), all.map((event) => JSON.stringify(event))],
  })
  signalOnCommit(tx)
}
