const SOONEST_MS = 1_000
const LATEST_MS = 5_000

/** Does it at some moment in between, so that not everybody comes back at once; never once `stopped`. */
export function later(work: () => void, stopped: AbortSignal): void {
  if (stopped.aborted) return
  const timer = setTimeout(work, SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS))
  stopped.addEventListener('abort', () => clearTimeout(timer))
}
