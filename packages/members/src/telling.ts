import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'

/** Who owns something of members. */
export type Owner = 'auth' | 'social'

/** What an owner has to tell about members, bound to a transaction. */
export type Telling = {
  /** All of it as it is now, a page at a time. */
  pages(): AsyncIterable<readonly DomainEvent[]>
  /** Puts events into the owner's outbox. */
  append(events: readonly DomainEvent[]): Promise<void>
}

/** Comes before every id. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const PAGE = 200

/** The event by which an owner tells something again, now. */
export function told<D extends EventDefinition>(
  definition: D,
  source: Owner,
  subject: string,
  data: Parameters<typeof announce<D>>[1]['data'],
): EventOf<D> {
  const time = new Date()
  return announce(definition, { source, subject, id: newId(time), time, data })
}

/**
 * All rows of a query as events, a page at a time. Its parameters are the key that `after` makes of the last row of the
 * page before, undefined at first, and how many rows are wanted.
 */
export async function* toldPages<Row extends object>(
  tx: Queryable,
  query: { text: string; after: (last: Row | undefined) => string[]; told: (row: Row) => DomainEvent },
): AsyncGenerator<DomainEvent[]> {
  for (let last: Row | undefined; ; ) {
    const { rows }: { rows: Row[] } = await tx.query<Row>(query.text, [...query.after(last), PAGE])
    if (rows.length === 0) return
    yield rows.map(query.told)
    last = rows.at(-1)
  }
}
