import { type HttpLoad, runAtRate, runSaturated } from './http-load.ts'
import { readCpuUs, waitUntilIdle } from './process-usage.ts'
import { getQuantile } from './report.ts'

/** The results per round: processor time (us) of a message, its latency (ms) with one caller and at half of saturation, and the saturation. */
export type MessageRounds = Record<'cpuUs' | 'alone' | 'p50' | 'p99' | 'perSecond', number[]>

export const createMessageRounds = (): MessageRounds => ({ cpuUs: [], alone: [], p50: [], p99: [], perSecond: [] })

/** Adds a round by one caller, by `callers`, and at half of their rate. The processor time is that of these processes until they idle. */
export async function measureMessageRound(
  rounds: MessageRounds,
  { load, pids, callers }: { load: HttpLoad; pids: readonly number[]; callers: number },
): Promise<void> {
  await waitUntilIdle(pids)
  const before = readCpuUs(pids)
  const alone = await runSaturated(load, 1)
  const saturated = await runSaturated(load, callers)
  await waitUntilIdle(pids)
  const half = await runAtRate(load, saturated.perSecond / 2)
  await waitUntilIdle(pids)
  const messages = alone.durationsMs.length + saturated.durationsMs.length + half.durationsMs.length
  rounds.cpuUs.push((readCpuUs(pids) - before) / messages)
  rounds.alone.push(getQuantile(alone.durationsMs, 0.5))
  rounds.perSecond.push(saturated.perSecond)
  rounds.p50.push(getQuantile(half.durationsMs, 0.5))
  rounds.p99.push(getQuantile(half.durationsMs, 0.99))
}
