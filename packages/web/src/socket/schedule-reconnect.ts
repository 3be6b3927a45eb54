const MIN_RECONNECT_DELAY_MS = 1_000
const MAX_RECONNECT_DELAY_MS = 5_000

/** Does it at some moment in between, so that not everybody comes back at once; never once `stopped`. */
export function scheduleReconnect(work: () => void, stopped: AbortSignal): void {
  if (stopped.aborted) return
  const timer = setTimeout(
    work,
    MIN_RECONNECT_DELAY_MS + Math.random() * (MAX_RECONNECT_DELAY_MS - MIN_RECONNECT_DELAY_MS),
  )
  stopped.addEventListener('abort', () => clearTimeout(timer))
}
