import { type HttpLoad, runAtRate, runSaturated } from './http-load.ts'
import { readCpuUs } from './process-usage.ts'
import { getQuantile } from './report.ts'

/** A load, and its processes or a function that reads the processor time of all its work in microseconds. */
export type LoadSubject = { load: HttpLoad } & ({ pids: readonly number[] } | { readUs: () => number })
/** The results per round: requests per second at saturation, then processor time and latency (ms) at half of that rate. */
export type LoadRounds = { perSecond: number[]; cpuUs: number[]; p50: number[]; p99: number[] }

export const ROUNDS = 5

/** Measures the subjects in turns (A-B-A-B), each at saturation by `callers` and at half of that rate. */
export async function measureInTurns<Name extends string>(
  subjects: Record<Name, LoadSubject>,
  callers = 16,
): Promise<Record<Name, LoadRounds>> {
  const names = Object.keys(subjects) as Name[]
  const rounds = Object.fromEntries(
    names.map((name) => [name, { perSecond: [], cpuUs: [], p50: [], p99: [] }]),
  ) as unknown as Record<Name, LoadRounds>
  for (const name of names) await runSaturated({ ...subjects[name].load, seconds: 2 }, callers) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const { load } = subjects[name]
      const { perSecond } = await runSaturated(load, callers)
      const before = readSubjectUs(subjects[name])
      const { durationsMs: took } = await runAtRate(load, perSecond / 2)
      rounds[name].perSecond.push(perSecond)
      rounds[name].cpuUs.push((readSubjectUs(subjects[name]) - before) / took.length)
      rounds[name].p50.push(getQuantile(took, 0.5))
      rounds[name].p99.push(getQuantile(took, 0.99))
    }
  return rounds
}

const readSubjectUs = (subject: LoadSubject): number =>
  'readUs' in subject ? subject.readUs() : readCpuUs(subject.pids)
