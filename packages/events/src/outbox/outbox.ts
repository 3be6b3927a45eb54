import type { DomainEvent } from '@meadow/contracts'

/** The committed but unpublished events of a service. Disposing it closes its connection. */
export type Outbox = AsyncDisposable & {
  /**
   * Runs `work` while no other process does. Returns undefined if another process holds the outbox. If this process loses
   * the lock or lease meanwhile, `readPending` and `markPublished` reject for the rest of `work`.
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Returns true if the outbox has events, even if another process is publishing them. */
  hasPending(): Promise<boolean>
  /** Reads the oldest events, at most `limit`. */
  readPending(limit: number): Promise<DomainEvent[]>
  /** Counts the events, up to 100,000, and returns the time of the oldest. */
  measureBacklog(): Promise<{ length: number; oldest: Date | undefined }>
  /** Deletes events that were published. */
  markPublished(ids: readonly string[]): Promise<void>
  /** Calls `listener` after each commit of this process that appended events. */
  onAppended(listener: () => void): Disposable
}
