import { sleep } from './timers.ts'

export type BackOff = {
  /** Failures in a row so far. */
  readonly failures: number
  /** Waits a little longer than the last time; ends early when `signal` is aborted. */
  wait(signal: AbortSignal): Promise<void>
  /** It went well: begin again with the short wait. */
  reset(): void
}

const MIN_BACK_OFF_MS = 100
const MAX_BACK_OFF_MS = 2_000

/** How long (ms) to wait after `failures` in a row: 0.1 s doubling to 2 s, with a random part so that many do not come back at once. */
export const computeBackOffMs = (failures: number): number =>
  Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Waits between attempts, a little longer each time. */
export function createBackOff(): BackOff {
  let failures = 0
  return {
    get failures() {
      return failures
    },
    wait(signal) {
      failures += 1
      return sleep(computeBackOffMs(failures - 1), signal)
    },
    reset() {
      failures = 0
    },
  }
}
