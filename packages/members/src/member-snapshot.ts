import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Queryable } from '@meadow/storage'

/** The services that own member data: auth owns accounts, social owns profiles, follows, blocks and mutes. */
export const MEMBER_DATA_OWNERS = ['auth', 'social'] as const
export type MemberDataOwner = (typeof MEMBER_DATA_OWNERS)[number]

/** The clock and the id generator of snapshot events. */
export type SnapshotDeps = { now: () => Date; newId: (at: Date) => string }

/** Creates a snapshot event about `subject` with a new id and the current time. */
type CreateSnapshotEvent = <D extends EventDefinition>(
  definition: D,
  subject: string,
  data: Parameters<typeof createEvent<D>>[1]['data'],
) => EventOf<D>

/** The member data of one owner as events, bound to a transaction. */
export type MemberSnapshotStore = {
  createEvent: CreateSnapshotEvent
  /** Reads the current state as snapshot events, page by page. */
  readPages(): AsyncIterable<readonly DomainEvent[]>
  /** Appends events to the owner's outbox. */
  appendToOutbox(events: readonly DomainEvent[]): Promise<void>
}

/** The first id in UUID order (RFC 9562, section 5.9): a keyset cursor before all rows. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
const SNAPSHOT_PAGE_SIZE = 200

export const createSnapshotEventFactory =
  (source: MemberDataOwner, { now, newId }: SnapshotDeps): CreateSnapshotEvent =>
  (definition, subject, data) => {
    const time = now()
    return createEvent(definition, { source, subject, id: newId(time), time, data })
  }

/**
 * Reads all rows of a query as events, page by page. The parameters of the query are the keyset cursor that
 * `toCursor` makes of the previous page's last row (undefined for the first page), and the page size.
 */
export async function* readSnapshotPages<Row extends object>(
  tx: Queryable,
  query: { text: string; toCursor: (last: Row | undefined) => string[]; toEvent: (row: Row) => DomainEvent },
): AsyncGenerator<DomainEvent[]> {
  for (let last: Row | undefined; ; ) {
    const { rows }: { rows: Row[] } = await tx.query<Row>(query.text, [...query.toCursor(last), SNAPSHOT_PAGE_SIZE])
    if (rows.length === 0) return
    yield rows.map(query.toEvent)
    last = rows.at(-1)
  }
}
