/** What the counters of the machine say at a moment. Times in microseconds since the start of the machine or the run. */
export type MachineSample = {
  /** All processor time in use, of all cores, without interrupts. */
  busyUs: number
  /** Processor time that the hypervisor gave to other machines. */
  stolenUs: number
  /** Processor time of the benchmark, of the product and of the kernel's own threads. */
  ownUs: number
  /** The processes of the benchmark and of the product, each with its parent. */
  parents: ReadonlyMap<number, number>
  /** Processor time that all cores together had. */
  totalUs: number
  loadAverage: number
}

/** The state of the machine during a run. */
export type RunConditions = {
  loadAverage: { before: number; highest: number; after: number }
  /** The share of the processor time that other processes used, from 0 to 1. */
  othersShare: number
  /** The share of the processor time that the hypervisor gave to other machines, from 0 to 1. */
  stolenShare: number
}

const MAX_OTHERS_SHARE = 0.1
const MAX_STOLEN_SHARE = 0.02

/** Summarises the samples of a run, in the order of time. @throws RangeError if there are fewer than two */
export function summarizeConditions(samples: readonly MachineSample[]): RunConditions {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) throw new RangeError('A run needs a sample before and one after')
  const intervals = samples.slice(1).map((after, at) => ({ before: samples[at] ?? first, after }))
  const usable = intervals.filter(({ before, after }) => !hasLostTime(before, after))
  const sumUsable = (field: 'busyUs' | 'ownUs' | 'totalUs') =>
    usable.reduce((sum, { before, after }) => sum + after[field] - before[field], 0)
  // Without a usable interval nothing shows that the machine was quiet.
  const toShare = (us: number, totalUs: number) => (totalUs === 0 ? 1 : Number((Math.max(0, us) / totalUs).toFixed(4)))
  return {
    loadAverage: {
      before: first.loadAverage,
      highest: Math.max(...samples.map(({ loadAverage }) => loadAverage)),
      after: last.loadAverage,
    },
    othersShare: toShare(sumUsable('busyUs') - sumUsable('ownUs'), sumUsable('totalUs')),
    stolenShare: toShare(last.stolenUs - first.stolenUs, last.totalUs - first.totalUs),
  }
}

/**
 * Returns true if a process and its parent both ended between the samples, as those of a browser do. No surviving process has their
 * time, so our own time of this interval is unknown, and with it that of others.
 */
const hasLostTime = (before: MachineSample, after: MachineSample): boolean =>
  [...before.parents].some(([pid, parent]) => !after.parents.has(pid) && !after.parents.has(parent))

/** Lists why the figures of a run are worthless. They are then neither compared nor recorded. */
export function listConditionProblems({ othersShare, stolenShare }: RunConditions): string[] {
  const problems: string[] = []
  if (othersShare > MAX_OTHERS_SHARE)
    problems.push(
      `other work used ${toPercent(othersShare)} of the processor time, more than ${toPercent(MAX_OTHERS_SHARE)}`,
    )
  if (stolenShare > MAX_STOLEN_SHARE)
    problems.push(
      `the hypervisor took ${toPercent(stolenShare)} of the processor time, more than ${toPercent(MAX_STOLEN_SHARE)}`,
    )
  return problems
}

export const toPercent = (share: number): string => `${Number((share * 100).toFixed(1))} %`
