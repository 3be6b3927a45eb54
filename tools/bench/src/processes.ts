import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { listProcessTree } from '@meadow/testing/process-tree'

const TICK_US = 10_000 // Linux counts in hundredths of a second, whatever the machine

/** Processor time that these processes have used until now, in microseconds. */
export const cpuOf = (pids: readonly number[]): number => pids.map(cpuOfOne).reduce((sum, used) => sum + used, 0)

function cpuOfOne(pid: number): number {
  const [user, system] = ticksOf(pid)
  return (user + system) * TICK_US
}

/** Processor time that a process and all it has started have used until now, those included that have ended since. */
export const cpuOfFamily = (pid: number): number =>
  listProcessTree(pid)
    .flatMap(ticksOf)
    .reduce((sum, ticks) => sum + ticks, 0) * TICK_US

/** Its own time and that of its children that have ended, each as user and as system. */
function ticksOf(pid: number): [user: number, system: number, ofEnded: number, systemOfEnded: number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number)
  return [user, system, ofEnded, systemOfEnded]
}

/** Memory of these processes in MiB, what they share counted once (PSS). */
export const memoryOf = (pids: readonly number[]): number =>
  pids.map(pssOfOne).reduce((sum, kib) => sum + kib, 0) / 1024

const pssOfOne = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

const LOOK_MS = 500
const LONGEST_MS = 60_000

/** Waits until these processes have done what was left to do: for half a second they use less than a tenth of a core. */
export async function quiet(pids: readonly number[]): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
    const before = cpuOf(pids)
    await delay(LOOK_MS)
    if (cpuOf(pids) - before < LOOK_MS * 100) return
  }
  throw new Error('The processes find no rest')
}
