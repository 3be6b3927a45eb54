import { sleep } from './timers.ts'

export type BackOff = {
  /** The number of consecutive failures. */
  readonly failures: number
  /** Waits longer than the last time, or until `signal` is aborted. */
  wait(signal: AbortSignal): Promise<void>
  /** Resets the wait after a success. */
  reset(): void
}

const MIN_BACK_OFF_MS = 100
const MAX_BACK_OFF_MS = 2_000

/** Computes the wait in ms after consecutive `failures`: from 0.1 s doubling to 2 s, with a random part (jitter). */
export const computeBackOffMs = (failures: number): number =>
  Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Creates an exponential back-off. */
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
