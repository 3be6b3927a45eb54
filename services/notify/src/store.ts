import { createPostgresConsumerStore, createPostgresOutbox } from '@meadow/events'
import { createPostgresExportTasks, createPostgresMemberErasures, createPostgresMemberReadModel } from '@meadow/members'
import type { PostgresPool } from '@meadow/storage'
import { createPostgresUnreadCountReader } from './counters/postgres-counters.ts'
import { createPostgresNotificationRepository } from './notifications/postgres-notification-repository.ts'
import { createPostgresNotifyData } from './own-data/own-data-stores.ts'
import { createPostgresPreferenceRepository } from './preferences/postgres-preference-repository.ts'
import { createPostgresVapidKeyStore } from './push/keys/postgres-vapid-key-store.ts'
import { createPostgresPushQueue } from './push/queue/postgres-push-queue.ts'
import { createPostgresPushWriter } from './push/queue/postgres-push-writer.ts'
import { createPostgresPushSubscriptionRepository } from './push/subscriptions/postgres-push-subscription-repository.ts'
import { createPostgresMutedContentCopy } from './triggers/postgres-muted-content.ts'
import { createPostgresNotificationWriter } from './triggers/postgres-notification-writer.ts'
import { createPostgresProcessedActionStore } from './triggers/postgres-processed-action-store.ts'
import { createPostgresTriggerDeduplicator } from './triggers/postgres-trigger-deduplicator.ts'

/** Creates the PostgreSQL adapters of all ports of this service, and the metrics of the reader that works in batches. */
export function createPostgresNotifyPorts(pool: PostgresPool, { newId }: { newId: (at: Date) => string }) {
  const unreadCountReader = createPostgresUnreadCountReader(pool)
  return {
    notifications: createPostgresNotificationRepository(pool, newId, unreadCountReader),
    preferences: createPostgresPreferenceRepository(pool),
    ownData: createPostgresNotifyData(pool),
    processedActions: createPostgresProcessedActionStore(pool),
    vapidKeyStore: createPostgresVapidKeyStore(pool),
    pushSubscriptions: createPostgresPushSubscriptionRepository(pool, { newId }),
    pushQueue: createPostgresPushQueue(pool),
    outbox: createPostgresOutbox(pool),
    consumerStore: createPostgresConsumerStore(pool, (tx) => ({
      members: createPostgresMemberReadModel(tx),
      erasures: createPostgresMemberErasures(tx),
      exportTasks: createPostgresExportTasks(tx),
      deduplicator: createPostgresTriggerDeduplicator(tx),
      writer: createPostgresNotificationWriter({ tx, newId }),
      pushes: createPostgresPushWriter(tx),
      mutedContent: createPostgresMutedContentCopy(tx),
    })),
    pingStore: () => pool.ping(),
    batchMetrics: [unreadCountReader],
  }
}
