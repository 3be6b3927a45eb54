import { createPostgresConsumerStore, createPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import type { PostgresPool } from '@meadow/storage'
import { createPostgresNotificationRepository } from './notifications/postgres-notification-repository.ts'
import { createPostgresPreferenceRepository } from './preferences/postgres-preference-repository.ts'
import { createPostgresNotificationWriter } from './triggers/postgres-notification-writer.ts'
import { createPostgresProcessedActionStore } from './triggers/postgres-processed-action-store.ts'
import { createPostgresTriggerDeduplicator } from './triggers/postgres-trigger-deduplicator.ts'

/** Creates the PostgreSQL adapters of all ports of this service. */
export const createPostgresNotifyPorts = (pool: PostgresPool, { newId }: { newId: (at: Date) => string }) => ({
  notifications: createPostgresNotificationRepository(pool, newId),
  preferences: createPostgresPreferenceRepository(pool),
  processedActions: createPostgresProcessedActionStore(pool),
  outbox: createPostgresOutbox(pool),
  consumerStore: createPostgresConsumerStore(pool, (tx) => ({
    members: createPostgresMemberReadModel(tx),
    deduplicator: createPostgresTriggerDeduplicator(tx),
    writer: createPostgresNotificationWriter({ tx, newId }),
  })),
  pingStore: () => pool.ping(),
})
