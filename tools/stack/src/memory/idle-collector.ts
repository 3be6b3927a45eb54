import { performance } from 'node:perf_hooks'

const CHECK_INTERVAL_MS = 10_000
const MAX_IDLE_UTILIZATION = 0.05
const MIN_GROWTH_BYTES = 4 * 1024 * 1024

type ProcessUsage = {
  /** The share of the time since the last check in which the event loop was busy, from 0 to 1. */
  utilization: number
  /** The memory that V8 has reserved for its heap (`heapTotal`). */
  heapBytes: number
}

/**
 * Collects garbage when the process is idle and its heap has grown, and returns the memory to the system. V8 alone keeps what was
 * allocated during the start or under load: for minutes, or as long as there are a few requests. A collection blocks the event
 * loop for 50 to 100 ms. Node must have been started with `--expose-gc`: to set this flag later needs a second context of V8,
 * with which all code takes a twelfth more processor time.
 * @throws without this flag
 */
export function startIdleCollector(): void {
  const { gc: collect } = globalThis
  if (!collect) throw new Error('Start Node with --expose-gc')
  let lastCheck = performance.eventLoopUtilization()
  let collectedHeapBytes = 0 // so the garbage of the start is collected first
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(lastCheck)
    const heapBytes = process.memoryUsage().heapTotal
    if (isCollectionDue({ utilization, heapBytes }, collectedHeapBytes)) {
      collect({ type: 'major', flavor: 'last-resort' }) // other flavors keep both semi-spaces, 16 MiB
      collectedHeapBytes = process.memoryUsage().heapTotal
    }
    lastCheck = performance.eventLoopUtilization()
  }
  setInterval(check, CHECK_INTERVAL_MS).unref()
}

/** Decides whether to collect. `collectedHeapBytes` is the size of the heap after the last collection. */
export const isCollectionDue = ({ utilization, heapBytes }: ProcessUsage, collectedHeapBytes: number): boolean =>
  utilization <= MAX_IDLE_UTILIZATION && heapBytes >= collectedHeapBytes + MIN_GROWTH_BYTES
