import type { DomainEvent } from '@meadow/contracts'
import type { Mongo } from '@meadow/storage'
import { mongoOutbox } from '../outbox/mongo-outbox.ts'

/** The events that wait in the outbox of a service in MongoDB, oldest first. */
export const publishedInMongo = (mongo: Mongo): Promise<DomainEvent[]> => mongoOutbox(mongo).pending(100_000)
