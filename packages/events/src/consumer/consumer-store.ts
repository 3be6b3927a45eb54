import type { OutboxMessage } from '../outbox/outbox.ts'

/** An event that a consumer has finished with. `id` is usually the event's id. */
export type InboxEntry = { id: string; type: string }

/** The type under which the failures of events of all types are recorded. */
export const ANY_TYPE = ''

/** Longer than the retention of any bus. */
export const INBOX_RETENTION_MS = 14 * 86_400_000

/** The ids of the events that the consumers of a store have handled, and their failures, as one transaction sees them. */
export type Inbox = {
  /** Inserts entries for a consumer. Returns the ids that were not in the inbox before. */
  insertNew(consumer: string, entries: readonly InboxEntry[]): Promise<Set<string>>
  /**
   * Counts the events of a type in the inbox from the consumer's 20th last failure of that type on, up to `limit`. Returns
   * undefined if it had fewer failures after `after`. Of concurrent transactions that record failures, each counts after the
   * one before has committed.
   */
  countEventsSinceFailures(
    consumer: string,
    type: string,
    options: { limit: number; after: Date },
  ): Promise<number | undefined>
  /** Records a failure of the consumer now. */
  recordFailure(consumer: string, type: string): Promise<void>
  /** Appends a dead letter to the outbox of the service, whose relay publishes it. */
  appendDeadLetter(message: OutboxMessage): Promise<void>
  /** Deletes a batch of ids that were inserted before `before`. Returns true if there may be more. */
  deleteExpired(before: Date): Promise<boolean>
}

/** The store of a consumer's effects. `Bound` are the ports of the service, bound to one transaction. */
export type ConsumerStore<Bound> = {
  /** Runs `work` in one transaction with the inbox. `work` may run again after a write conflict. */
  transaction<T>(work: (bound: Bound, inbox: Inbox) => Promise<T>): Promise<T>
  /** Sends a simple query. @throws if the store is unavailable */
  ping(): Promise<void>
}
