import type { RegisterMetrics } from '@meadow/service'

/**
 * What all processes share and may forget: counters with an end, leases, bells. Nothing in it is a record; a restart of
 * the engine may empty it.
 */
export type SharedState = AsyncDisposable & {
  get(key: string): Promise<string | undefined>
  /** The values of those of `keys` that have one. */
  getMany(keys: readonly string[]): Promise<Map<string, string>>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  /** Sets it only where it still is as it `was`; undefined: where nothing is. Answers whether it did. */
  compareAndSet(key: string, was: string | undefined, value: string, ttlSeconds: number): Promise<boolean>
  delete(key: string): Promise<void>
  /** Adds to a counter and answers its new value. It begins at 0 and ends `ttlSeconds` after it began. */
  increment(key: string, by: number, ttlSeconds: number): Promise<number>
  /** Tells everybody who listens now; nobody else ever hears it. */
  publish(channel: string, payload: string): Promise<void>
  /**
   * Hears what is published from now on. Messages may be missed while the engine is away: `onResubscribed` says that
   * there was such a gap, so that the caller asks the owner for what it missed.
   */
  subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onResubscribed?: () => void,
  ): Promise<AsyncDisposable>
  ping(): Promise<void>
  registerMetrics?: RegisterMetrics
}
