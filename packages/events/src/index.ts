export type { Bus, DeadLetter, Delivery, Subscription } from './bus/bus.ts'
export { openBus } from './bus/open-bus.ts'
export { createClientKeyCleanup } from './client-keys/client-key-cleanup.ts'
export type { ClientKeyStore } from './client-keys/client-key-store.ts'
export { createMongoClientKeyStore } from './client-keys/mongo-client-key-store.ts'
export {
  type ClaimedKeyRow,
  claimClientKeySql,
  createPostgresClientKeyStore,
  readEarlierId,
} from './client-keys/postgres-client-key-store.ts'
export { eventDeliveryCollections } from './collections.ts'
export { createConsumer, type WokenTask } from './consumer/consumer.ts'
export type { ConsumerStore, Inbox } from './consumer/consumer-store.ts'
export { type EventHandler, onEvent, onEventBatch } from './consumer/event-handler.ts'
export { createMongoConsumerStore } from './consumer/mongo-consumer-store.ts'
export { createPostgresConsumerStore } from './consumer/postgres-consumer-store.ts'
export { createEvent } from './create-event.ts'
export { eventDeliveryMigrations } from './migrations.ts'
export { openBusOperator } from './operator/open-bus-operator.ts'
export {
  appendOnlyEventToMongoOutbox,
  appendToMongoOutbox,
  createMongoOutbox,
  toMongoOutboxWrites,
} from './outbox/mongo-outbox.ts'
export type { Outbox } from './outbox/outbox.ts'
export { createOutboxRelay, type OutboxRelay } from './outbox/outbox-relay.ts'
export {
  appendToOutboxSql,
  appendToPostgresOutbox,
  createPostgresOutbox,
  toOutboxValues,
} from './outbox/postgres-outbox.ts'
export { createWakeSignal } from './wake-signal.ts'
