import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { listProcessTree } from '@meadow/testing/process-tree'

/** The unit of processor time: Linux counts in hundredths of a second on every machine. */
export const TICK_US = 10_000

/** Reads the processor time of these processes in microseconds. */
export const readCpuUs = (pids: readonly number[]): number =>
  pids.map(readProcessCpuUs).reduce((sum, used) => sum + used, 0)

function readProcessCpuUs(pid: number): number {
  const [user, system] = readTicks(pid)
  return (user + system) * TICK_US
}

/** Reads the processor time of a process and all its descendants, including those that have exited. */
export const readTreeCpuUs = (pid: number): number =>
  listProcessTree(pid)
    .flatMap(readTicksIfRunning)
    .reduce((sum, ticks) => sum + ticks, 0) * TICK_US

/** Reads nothing of a process that has exited meanwhile: its time is in that of its parent. */
function readTicksIfRunning(pid: number): number[] {
  try {
    return readTicks(pid)
  } catch {
    return []
  }
}

/** Reads the ticks of a process and of its exited children, as user and system time. */
function readTicks(pid: number): [user: number, system: number, ofEnded: number, systemOfEnded: number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number)
  return [user, system, ofEnded, systemOfEnded]
}

export const readParentPid = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Reads the memory of these processes in MiB. Shared pages count once (PSS). */
export const readMemoryMib = (pids: readonly number[]): number => readMemoryKindMib(pids, 'Pss')

/** PSS as a whole, or its anonymous memory (heaps), or its shared memory (the buffers of PostgreSQL). */
export type MemoryKind = 'Pss' | 'Pss_Anon' | 'Pss_Shmem'

export const readMemoryKindMib = (pids: readonly number[], kind: MemoryKind): number =>
  pids.map((pid) => readMemoryKib(pid, kind)).reduce((sum, kib) => sum + kib, 0) / 1024

/** Reads nothing of a process that has exited meanwhile. */
function readMemoryKib(pid: number, kind: MemoryKind): number {
  try {
    return Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

const SAMPLE_INTERVAL_MS = 200

/** Runs something and returns the highest value of each reader meanwhile, read every 200 ms. */
export async function sampleHighest<Name extends string>(
  readers: Record<Name, () => number>,
  run: () => Promise<unknown>,
): Promise<Record<Name, number>> {
  const names = Object.keys(readers) as Name[]
  const highest = Object.fromEntries(names.map((name) => [name, readers[name]()])) as Record<Name, number>
  const timer = setInterval(() => {
    for (const name of names) highest[name] = Math.max(highest[name], readers[name]())
  }, SAMPLE_INTERVAL_MS)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return highest
}

const PROBE_INTERVAL_MS = 500
const IDLE_TIMEOUT_MS = 60_000

/** Waits until these processes use less than a tenth of a core for half a second. @throws after a minute */
export async function waitUntilIdle(pids: readonly number[]): Promise<void> {
  for (const end = performance.now() + IDLE_TIMEOUT_MS; performance.now() < end; ) {
    const before = readCpuUs(pids)
    await delay(PROBE_INTERVAL_MS)
    if (readCpuUs(pids) - before < PROBE_INTERVAL_MS * 100) return
  }
  throw new Error('The processes did not become idle')
}
