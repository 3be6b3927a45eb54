import { ROUNDS } from './alternating-rounds.ts'
import { findHighestRate } from './highest-rate.ts'
import { type SendOperation, saturate, sendAtRate } from './load.ts'
import { readCpuUs, waitUntilIdle } from './process-usage.ts'
import { createComparisonRow, getQuantile, type ReportRow } from './report.ts'

export type MixSubject = { send: SendOperation; pids: readonly number[] }
type MixRounds = { highestRate: number[]; cpuUs: number[]; p50: number[]; p99: number[] }

const CALLERS = 16
const SATURATION_SECONDS = 2
const RATE_SECONDS = 3
export const MAX_P99_MS = 50
/** Above the saturation, which a constant rate can exceed a little for a short time. */
const UPPER_BOUND = 1.1

/** Finds the highest rate of both subjects in turns, and measures them at half of it. Returns the rows of the report. */
export async function measureMixInTurns(name: string, ours: MixSubject, baseline: MixSubject): Promise<ReportRow[]> {
  const subjects = [baseline, ours].map((subject) => ({ ...subject, rounds: createEmptyRounds() }))
  for (const { send } of subjects) await saturate(send, CALLERS, SATURATION_SECONDS) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { rounds, ...subject } of subjects) {
      await measureRound(subject, rounds)
      console.log(`${name}, round ${round + 1}: ${Math.round(rounds.highestRate.at(-1) ?? 0)} a second`)
    }
  const [baselineRounds, ourRounds] = subjects.map(({ rounds }) => rounds) as [MixRounds, MixRounds]
  const createRow = (label: string, figure: keyof MixRounds) =>
    createComparisonRow(`${name}: ${label}`, ourRounds[figure], baselineRounds[figure], '')
  return [
    createRow(`highest rate with p99 <= ${MAX_P99_MS} ms`, 'highestRate'),
    createRow('us', 'cpuUs'),
    createRow('p50', 'p50'),
    createRow('p99', 'p99'),
  ]
}

const createEmptyRounds = (): MixRounds => ({ highestRate: [], cpuUs: [], p50: [], p99: [] })

async function measureRound({ send, pids }: MixSubject, rounds: MixRounds): Promise<void> {
  const { perSecond } = await saturate(send, CALLERS, SATURATION_SECONDS)
  const highestRate = await findHighestRate(perSecond * UPPER_BOUND, async (rate) => {
    await waitUntilIdle(pids) // the events of the writes before are handled
    return await sendAtRate(send, rate, RATE_SECONDS).then(
      ({ durationsMs }) => getQuantile(durationsMs, 0.99) <= MAX_P99_MS,
      () => false, // an overloaded server refuses operations
    )
  })
  await waitUntilIdle(pids)
  const before = readCpuUs(pids)
  const { durationsMs } = await sendAtRate(send, (highestRate || perSecond) / 2, RATE_SECONDS)
  await waitUntilIdle(pids)
  rounds.highestRate.push(highestRate)
  rounds.cpuUs.push((readCpuUs(pids) - before) / durationsMs.length)
  rounds.p50.push(getQuantile(durationsMs, 0.5))
  rounds.p99.push(getQuantile(durationsMs, 0.99))
}
