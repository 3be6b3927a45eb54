import type { MongoCollection } from '@meadow/storage'
import { clientKeyCollection } from './client-keys/mongo-client-keys.ts'
import { inboxCollection } from './consumer/mongo-store.ts'
import { outboxCollection } from './outbox/append-to-mongo-outbox.ts'
import { leaseCollection } from './outbox/mongo-lease.ts'

/** Outbox, inbox and client keys, for the database of a service that announces or hears events. */
export const eventDeliveryCollections: MongoCollection[] = [
  outboxCollection,
  leaseCollection,
  inboxCollection,
  clientKeyCollection,
]
