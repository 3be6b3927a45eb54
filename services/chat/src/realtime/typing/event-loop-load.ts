import { performance } from 'node:perf_hooks'

const SAMPLE_MS = 1_000
const OVERLOAD_UTILIZATION = 0.8

/** Creates a check that returns true while the event loop is busy for more than 80 % of the time. */
export function createOverloadCheck(): () => boolean {
  let last = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isOverloaded = false
  return () => {
    if (performance.now() - sampledAt >= SAMPLE_MS) {
      const current = performance.eventLoopUtilization()
      isOverloaded = performance.eventLoopUtilization(current, last).utilization > OVERLOAD_UTILIZATION
      last = current
      sampledAt = performance.now()
    }
    return isOverloaded
  }
}
