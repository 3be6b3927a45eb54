export type WakeSignal = {
  wake(): void
  /**
   * Waits until `wake` is called, for at most `timeoutMs`, or until `signal` is aborted. Returns true if `wake` was called
   * since the last wait, so an early call is not lost.
   */
  wait(timeoutMs: number, signal: AbortSignal): Promise<boolean>
}

/** Creates an in-memory signal that wakes one loop. Several calls of `wake` before a wait count as one. */
export function createWakeSignal(): WakeSignal {
  let isWoken = false
  let endWait = () => {}

  const waitForEnd = (timeoutMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => endWait(), timeoutMs)
      endWait = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', endWait)
        endWait = () => {}
        resolve()
      }
      signal.addEventListener('abort', endWait)
    })

  return {
    wake() {
      isWoken = true
      endWait()
    },
    async wait(timeoutMs, signal) {
      if (!isWoken && !signal.aborted) await waitForEnd(timeoutMs, signal)
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
}
