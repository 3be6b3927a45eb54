import type { ClientSession, Db } from 'mongodb'
import type { KeyedQueue } from '../keyed-queue.ts'

/**
 * A database and how it is asked: every call gets `within`, which carries the transaction, if there is one, and the time
 * that an answer may take. In a transaction one call waits for the other.
 */
export type MongoDatabase = {
  db: Db
  operationOptions: { session?: ClientSession; maxTimeMS: number }
  /** For those of this process who would only get in each other's way. */
  keyedQueue: KeyedQueue
}

/** How long the server may work on one call, in milliseconds; then it ends it. */
export const MONGO_OPERATION_TIMEOUT_MS = 2_000
