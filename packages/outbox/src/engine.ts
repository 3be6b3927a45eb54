// The outbox without a page: what the service worker needs.

export { OUTBOX_SYNC_TAG, type OutboxChannel, openOutboxChannel } from './send/outbox-channel.ts'
export { createOutboxDrain } from './send/outbox-drain.ts'
export type { SendOutboxRequest } from './send/outbox-request.ts'
export {
  createIndexedDbOutboxStorage,
  createOutboxObjectStores,
  type OutboxDatabase,
  type OutboxDatabaseSchema,
} from './store/indexed-db-outbox-storage.ts'
export { createNewOutboxEntry, type NewOutboxEntry, type OutboxPlan } from './store/outbox-action.ts'
export type { OutboxReference, OutboxRequest } from './store/outbox-entry.ts'
export { createOutboxStore } from './store/outbox-store.ts'
