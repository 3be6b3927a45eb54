import { createPostgresConsumerStore, createPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import type { PostgresPool } from '@meadow/storage'
import { createPostgresNotificationRepository } from './notifications/postgres-notification-repository.ts'
import { createPostgresPreferenceRepository } from './preferences/postgres-preference-repository.ts'
import { createPostgresNotificationWriter } from './triggers/postgres-notification-writer.ts'
import { createPostgresTriggerDeduplicator } from './triggers/postgres-trigger-deduplicator.ts'

/** Creates the PostgreSQL adapters of all ports of this service. */
export const createPostgresNotifyPorts = (pool: PostgresPool, { newId }: { newId: (at: Date) => string }) => ({
  notifications: createPostgresNotificationRepository(pool, newId),
  preferences: createPostgresPreferenceRepository(pool),
  outbox: createPostgresOutbox(pool),
  store: createPostgresConsumerStore(pool, (tx) => ({
    members: createPostgresMemberReadModel(tx),
    deduplicator: createPostgresTriggerDeduplicator(tx),
    writer: createPostgresNotificationWriter({ tx, newId }),
  })),
  ping: () => pool.query('select 1'),
})
