import type { ClientSession, Db } from 'mongodb'
import type { KeyedQueue } from '../keyed-queue.ts'

/**
 * A database and the options of every operation on it: the time-out and the session of a transaction. Operations in a
 * transaction must run one after the other.
 */
export type MongoDatabase = {
  db: Db
  operationOptions: { session?: ClientSession; maxTimeMS: number }
  /** Serializes transactions of this process that would conflict with each other. */
  transactionQueue: KeyedQueue
}

/** After this time the server ends an operation. */
export const MONGO_OPERATION_TIMEOUT_MS = 2_000
