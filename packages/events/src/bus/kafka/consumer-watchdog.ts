import type { Consumer } from 'kafkajs'

type ConsumerWatchdogDeps = {
  /** Called whenever the consumer fetches, with or without a result. */
  onFetch(): void
  /** Returns true while a batch is being handled: the consumer does not fetch meanwhile. */
  isBusy(): boolean
  stallTimeoutMs: number
  signal: AbortSignal
}

/** Thrown for a consumer that sends no heartbeat, or neither fetches nor handles events, for too long. */
export class ConsumerStalledError extends Error {
  override name = 'ConsumerStalledError'
}

/**
 * Watches a consumer. `ended` resolves when `signal` is aborted. It rejects when the consumer crashes, and with a
 * ConsumerStalledError when it stalls.
 */
export function createConsumerWatchdog(
  consumer: Consumer,
  { onFetch, isBusy, stallTimeoutMs, signal }: ConsumerWatchdogDeps,
) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  ended.catch(() => {}) // the consumer may crash before anything awaits `ended`
  const { HEARTBEAT, FETCH, GROUP_JOIN, CRASH } = consumer.events
  let lastHeartbeatMs = Date.now()
  let lastProgressMs = lastHeartbeatMs
  const recordHeartbeat = () => {
    lastHeartbeatMs = Date.now()
  }
  const recordFetch = () => {
    lastProgressMs = Date.now()
    onFetch()
  }

  function check(): void {
    if (isBusy()) lastProgressMs = Date.now()
    const stalledMs = Date.now() - Math.min(lastHeartbeatMs, lastProgressMs)
    if (stalledMs > stallTimeoutMs)
      reject(new ConsumerStalledError(`No heartbeat or fetch for ${Math.round(stalledMs / 1_000)} s`))
  }

  const timer = setInterval(check, Math.min(1_000, stallTimeoutMs / 2))
  const removeListeners = [
    consumer.on(HEARTBEAT, recordHeartbeat),
    consumer.on(GROUP_JOIN, recordHeartbeat),
    consumer.on(FETCH, recordFetch),
    consumer.on(CRASH, ({ payload }) => reject(payload.error)),
  ]
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) resolve()

  return {
    ended,
    stop() {
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
      for (const removeListener of removeListeners) removeListener()
    },
  }
}
