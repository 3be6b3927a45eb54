import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_INTERVAL_MS = 10_000
const MIN_IDLE_CHECKS = 6
const MAX_IDLE_UTILIZATION = 0.05
const MIN_GROWTH_BYTES = 4 * 1024 * 1024

type ProcessUsage = {
  /** The number of checks since the last one at which the process was not idle. */
  idleChecks: number
  /** The memory that V8 has reserved for its heap (`heapTotal`). */
  heapBytes: number
}

/**
 * Collects garbage when the process has been idle for a minute and its heap has grown, and returns the memory to the system. V8
 * alone keeps what was allocated during the start or under load: for minutes, or as long as there are a few requests. A collection
 * blocks the event loop for 50 to 100 ms. V8 also discards optimized code, because no object has the shapes for which it was
 * compiled, so a process does not collect in the short pauses of a busy time.
 */
export function startIdleCollector(): void {
  const collect = globalThis.gc ?? exposeCollector()
  let lastCheck = performance.eventLoopUtilization()
  let idleChecks = 0
  let collectedHeapBytes = 0 // so the garbage of the start is collected first
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(lastCheck)
    idleChecks = utilization <= MAX_IDLE_UTILIZATION ? idleChecks + 1 : 0
    const heapBytes = process.memoryUsage().heapTotal
    if (isCollectionDue({ idleChecks, heapBytes }, collectedHeapBytes)) {
      collect({ type: 'major', flavor: 'last-resort' }) // other flavors keep both semi-spaces, 16 MiB
      collectedHeapBytes = process.memoryUsage().heapTotal
      idleChecks = 0
    }
    lastCheck = performance.eventLoopUtilization()
  }
  setInterval(check, CHECK_INTERVAL_MS).unref()
}

/** Decides whether to collect. `collectedHeapBytes` is the size of the heap after the last collection. */
export const isCollectionDue = ({ idleChecks, heapBytes }: ProcessUsage, collectedHeapBytes: number): boolean =>
  idleChecks >= MIN_IDLE_CHECKS && heapBytes >= collectedHeapBytes + MIN_GROWTH_BYTES

/**
 * Returns V8's `gc` in a process that was started without `--expose-gc`. Only contexts that are created after the flag was set have
 * it, and with a second context all code takes a twelfth more processor time. So this is for processes that have little to do, as
 * the supervisor.
 */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
