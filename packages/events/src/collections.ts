import type { MongoCollection } from '@meadow/storage'
import { clientKeyCollection } from './client-keys/mongo-client-key-store.ts'
import { consumerFailuresCollection, inboxCollection } from './consumer/mongo-consumer-store.ts'
import { leaseCollection } from './outbox/mongo-lease.ts'
import { outboxCollection } from './outbox/mongo-outbox.ts'

/** The MongoDB collections of the outbox, the inbox with its failures, and the client keys, for services that publish or consume events. */
export const eventDeliveryCollections: MongoCollection[] = [
  outboxCollection,
  leaseCollection,
  inboxCollection,
  consumerFailuresCollection,
  clientKeyCollection,
]
