const MIN_RECONNECT_DELAY_MS = 1_000
const MAX_RECONNECT_DELAY_MS = 5_000

/** Calls `connect` after a random delay, so that not all clients reconnect at once. Never calls it after an abort. */
export function scheduleReconnect(connect: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const timer = setTimeout(
    connect,
    MIN_RECONNECT_DELAY_MS + Math.random() * (MAX_RECONNECT_DELAY_MS - MIN_RECONNECT_DELAY_MS),
  )
  signal.addEventListener('abort', () => clearTimeout(timer))
}
