import type { DomainEvent } from '@meadow/contracts'

/** The events that a service has committed and not yet published. Disposing of it gives up its connection. */
export type Outbox = AsyncDisposable & {
  /**
   * Runs `work` while nobody else does; undefined when another process is at it. Who loses its hold, because its
   * connection broke, can neither read nor remove events for the rest of `work`.
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Whether any wait; others may be at them. */
  hasPending(): Promise<boolean>
  /** The oldest events, at most `limit`. */
  readPending(limit: number): Promise<DomainEvent[]>
  /** How many wait, counted up to 100,000, and when the oldest of them happened. */
  measureBacklog(): Promise<{ length: number; oldest: Date | undefined }>
  markPublished(ids: readonly string[]): Promise<void>
  /** Calls `listener` after each commit of this process that appended events. */
  onAppended(listener: () => void): Disposable
}
