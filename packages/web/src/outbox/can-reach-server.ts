const PROBE_TIMEOUT_MS = 5_000

/**
 * Returns false if the browser is offline. A browser without a network may still reach a server on the same device, so then
 * the server is asked: an attempt that cannot succeed must not count as one.
 */
export async function canReachServer(): Promise<boolean> {
  if (navigator.onLine !== false) return true
  try {
    await fetch('/api/health', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}
