import type { DomainEvent } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'

/** The events that wait in the outbox of a service, oldest first. */
export async function readPostgresOutbox(pool: Queryable): Promise<DomainEvent[]> {
  const { rows } = await pool.query<{ event: DomainEvent }>('select event from outbox order by position')
  return rows.map(({ event }) => event)
}
