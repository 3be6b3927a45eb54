import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_INTERVAL_MS = 10_000
const MAX_IDLE_UTILIZATION = 0.05
const MIN_GROWTH_BYTES = 4 * 1024 * 1024

/** The state of a process at a check. */
type ProcessUsage = {
  /** The share of the time since the last check in which its event loop was busy, from 0 to 1. */
  utilization: number
  /** The bytes that its heap has from the system. */
  heapBytes: number
}

/**
 * Collects garbage while the process is idle, and returns the memory to the system. V8 alone keeps what a start or a load has
 * allocated for minutes, and as long as there are a few requests. A collection takes 50 to 100 ms.
 */
export function startIdleCollector(): void {
  const collect = exposeCollector()
  let lastUtilization = performance.eventLoopUtilization()
  let lastHeapBytes = 0
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(lastUtilization)
    const heapBytes = process.memoryUsage().heapTotal
    if (isCollectionDue({ utilization, heapBytes }, lastHeapBytes)) {
      collect({ type: 'major', flavor: 'last-resort' }) // the other flavors keep an empty young generation of 16 MiB
      lastHeapBytes = process.memoryUsage().heapTotal
    }
    lastUtilization = performance.eventLoopUtilization()
  }
  setInterval(check, CHECK_INTERVAL_MS).unref()
}

/** Decides whether to collect. `lastHeapBytes` is the size of the heap after the last collection. */
export const isCollectionDue = ({ utilization, heapBytes }: ProcessUsage, lastHeapBytes: number): boolean =>
  utilization <= MAX_IDLE_UTILIZATION && heapBytes >= lastHeapBytes + MIN_GROWTH_BYTES

/** Returns V8's `gc`, which processes without `--expose-gc` do not have. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
