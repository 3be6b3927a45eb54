import { performance } from 'node:perf_hooks'

const MEASURED_MS = 1_000
const BUSY = 0.8

/** Answers whether this process has had little time to spare for the last second or more. */
export function createLoad(): () => boolean {
  let last = performance.eventLoopUtilization()
  let at = performance.now()
  let busy = false
  return () => {
    if (performance.now() - at >= MEASURED_MS) {
      const now = performance.eventLoopUtilization()
      busy = performance.eventLoopUtilization(now, last).utilization > BUSY
      last = now
      at = performance.now()
    }
    return busy
  }
}
