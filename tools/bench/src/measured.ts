import { quantile } from './figures.ts'
import { atRate, type Load, saturate } from './load.ts'
import { cpuOf } from './processes.ts'

export type Subject = { load: Load; pids: readonly number[] }
/** Per round: requests per second when saturated, then at half of that microseconds of processor and milliseconds. */
export type Rounds = { perSecond: number[]; cpuUs: number[]; p50: number[]; p99: number[] }

export const ROUNDS = 5

/** Measures the subjects in turns, A-B-A-B, each at saturation by so many callers and at half of it. */
export async function inTurns<Name extends string>(
  subjects: Record<Name, Subject>,
  callers = 16,
): Promise<Record<Name, Rounds>> {
  const names = Object.keys(subjects) as Name[]
  const rounds = Object.fromEntries(
    names.map((name) => [name, { perSecond: [], cpuUs: [], p50: [], p99: [] }]),
  ) as unknown as Record<Name, Rounds>
  for (const name of names) await saturate({ ...subjects[name].load, seconds: 2 }, callers) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const { load, pids } = subjects[name]
      const { perSecond } = await saturate(load, callers)
      const before = cpuOf(pids)
      const { took } = await atRate(load, perSecond / 2)
      rounds[name].perSecond.push(perSecond)
      rounds[name].cpuUs.push((cpuOf(pids) - before) / took.length)
      rounds[name].p50.push(quantile(took, 0.5))
      rounds[name].p99.push(quantile(took, 0.99))
    }
  return rounds
}
