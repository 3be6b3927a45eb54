import type { DomainEvent } from '@meadow/contracts'
import type { MongoDatabase } from '@meadow/storage'
import { createMongoOutbox } from '../outbox/mongo-outbox.ts'

/** The events that wait in the outbox of a service in MongoDB, oldest first. */
export const readMongoOutbox = (mongo: MongoDatabase): Promise<DomainEvent[]> =>
  createMongoOutbox(mongo).readPending(100_000)
