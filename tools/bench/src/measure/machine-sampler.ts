import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { listProcessTree } from '@meadow/testing/process-tree'
import type { MachineSample } from '../results/conditions.ts'
import { readParentPid, readTreeCpuUs, TICK_US } from './process-usage.ts'

const INTERVAL_MS = 2_000
const KERNEL_THREADS_PARENT = 2

/** Samples the counters of the machine every two seconds. The process and its descendants are the run; all else is other work. */
export type MachineSampler = { stop(): MachineSample[] }

export function startMachineSampler(): MachineSampler {
  const samples = [readSample()]
  const timer = setInterval(() => samples.push(readSample()), INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      samples.push(readSample())
      return samples
    },
  }
}

/** Reads the counters of all cores: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest nice. */
function readSample(): MachineSample {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = ticks
  return {
    busyUs: (user + nice + system) * TICK_US,
    stolenUs: stolen * TICK_US,
    ownUs: readTreeCpuUs(process.pid) + readKernelThreadsCpuUs(),
    parents: readParents(),
    totalUs: ticks.reduce((sum, value) => sum + value, 0) * TICK_US,
    loadAverage: Number(loadavg()[0]?.toFixed(2)),
  }
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const pid of listProcessTree(process.pid)) {
    try {
      parents.set(pid, readParentPid(pid))
    } catch {
      // has exited meanwhile
    }
  }
  return parents
}

/** Reads the time of the kernel's threads, which write to the disk for us. A container cannot see them. */
function readKernelThreadsCpuUs(): number {
  try {
    return isKernelThreadsParent() ? readTreeCpuUs(KERNEL_THREADS_PARENT) : 0
  } catch {
    return 0
  }
}

const isKernelThreadsParent = () => readFileSync(`/proc/${KERNEL_THREADS_PARENT}/comm`, 'utf8').trim() === 'kthreadd'
