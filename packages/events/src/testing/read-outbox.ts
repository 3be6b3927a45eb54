import type { DomainEvent } from '@meadow/contracts'
import type { MongoDatabase, Queryable } from '@meadow/storage'
import { createMongoOutbox } from '../outbox/mongo-outbox.ts'
import type { OutboxTable } from '../schema.ts'

/** Reads all unpublished events of a service in PostgreSQL, oldest first. */
export async function readPostgresOutbox(pool: Queryable): Promise<DomainEvent[]> {
  const { rows } = await pool.query<Pick<OutboxTable, 'event'> & { event: DomainEvent }>(
    'select event from outbox order by position',
  )
  return rows.map(({ event }) => event)
}

/** Reads all unpublished events of a service in MongoDB, oldest first. */
export async function readMongoOutbox(mongo: MongoDatabase): Promise<DomainEvent[]> {
  const messages = await createMongoOutbox(mongo).readPending(100_000)
  return messages.map(({ value }) => JSON.parse(value) as DomainEvent)
}
