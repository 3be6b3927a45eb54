export type WakeSignal = {
  wake(): void
  /** Waits for a ring, at most `ms`, or until `signal` is aborted; answers whether it rang. Early rings are not lost. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
}

/** Wakes one loop: any number of rings before it waits count once. */
export function createWakeSignal(): WakeSignal {
  let rung = false
  let wake = () => {}

  const silence = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), ms)
      wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        wake = () => {}
        resolve()
      }
      signal.addEventListener('abort', wake)
    })

  return {
    wake() {
      rung = true
      wake()
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) await silence(ms, signal)
      const answer = rung
      rung = false
      return answer
    },
  }
}
