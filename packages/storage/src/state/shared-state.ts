import type { Logger, RegisterMetrics } from '@meadow/service'
import type { AutoMigrate } from '../postgres/prepare-schema.ts'

export type SharedStateOptions = {
  now: () => Date
  /** Applies to PostgreSQL. */
  autoMigrate?: AutoMigrate
  log?: Logger
}

/** A new value for a key whose current value is `expected`; undefined means no value. */
export type ExpectedChange = { key: string; expected: string | undefined; value: string }

/**
 * State that all processes share and may lose: values and counters that expire, leases, and pub/sub. It is never the
 * record: a restart of the engine may empty it.
 */
export type SharedState = AsyncDisposable & {
  get(key: string): Promise<string | undefined>
  /** Returns the values of the keys that have one. */
  getMany(keys: readonly string[]): Promise<Map<string, string>>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  /**
   * Sets a value if the current one is `expected`; undefined means no value. Returns true if it was set, false after a
   * conflict with another process. @throws Error if this process may not set the key, so that a repetition is useless
   */
  compareAndSet(key: string, expected: string | undefined, value: string, ttlSeconds: number): Promise<boolean>
  /** Does `compareAndSet` for each of several different keys at once. Returns the keys that were set. */
  compareAndSetMany(changes: readonly ExpectedChange[], ttlSeconds: number): Promise<Set<string>>
  delete(key: string): Promise<void>
  /** Adds to a counter and returns its new value. A counter starts at 0 and expires `ttlSeconds` after its start. */
  increment(key: string, by: number, ttlSeconds: number): Promise<number>
  /** Sends a message to the current subscribers. It is not stored. @throws RangeError for more than 7,999 bytes */
  publish(channel: string, payload: string): Promise<void>
  /**
   * Receives messages from now on. Messages are missed while the engine is away. After such a gap `onResubscribed` runs,
   * so that the subscriber loads the missed state from its owner.
   */
  subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onResubscribed?: () => void,
  ): Promise<AsyncDisposable>
  ping(): Promise<void>
  registerMetrics?: RegisterMetrics
}
