import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import type { Databases } from '../databases.ts'
import { defineFault } from '../fault.ts'
import { SERVICES, type Service } from '../history.ts'
import { openOwnEngines } from '../own-engines.ts'
import { measureRecovery, type Recovery } from '../recovery.ts'
import { getPid } from '../restart-instance.ts'
import { startFaultStack } from '../run/fault-run.ts'
import type { Signal } from '../signal.ts'
import { runUnderLoad } from '../under-load.ts'

/** The supervisor delays restarts of processes that ran for a shorter time. */
const STABLE_AFTER_MS = 31_000
const KILL_INTERVAL_MS = 2_000
const MAX_EFFECT_DELAY_MS = 15
/**
 * The maximum time until a process is ready again: a fixed time, or on a busy machine a multiple of the start of an empty
 * process. On engines it loads their clients, too.
 */
const MAX_RESTART_MS = 5_000
const MAX_RESTART_STARTS = 30
const MAX_RESTART_STARTS_ON_ENGINES = 45

type KillTarget = Service | 'gateway'
type KillTiming = 'at any time' | 'after its write' | 'during effects'
type ProcessKill = Recovery & { target: KillTarget; timing: KillTiming; waiting: number; beyond: number | undefined }

const TARGETS: readonly KillTarget[] = [...SERVICES, 'gateway']

/**
 * Kills processes under load, then checks all data. Two timings are critical: right after a response, when the event may
 * still be in the outbox, and a few milliseconds after another service's response, when an effect may be committed without
 * its offset. `waiting` and `beyond` show whether that happened; with Kafka the second is unknown.
 */
export const fault = defineFault({
  summary: 'kills processes, one after the other; --engines: on Kafka, Redis, S3 and the protocol of MongoDB',
  options: { kills: 30, engines: false },
  async run(run, { kills, engines }) {
    const engineUrls = engines ? (await openOwnEngines(run)).variables : undefined
    const stack = await startFaultStack(run, { environment: { ...engineUrls } })
    const done: ProcessKill[] = []
    const restartedAt = new Map<KillTarget, number>()
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack, engineUrls }, async (load) => {
      while (done.length < kills) {
        await delay(KILL_INTERVAL_MS)
        const stable = TARGETS.filter((target) => Date.now() - (restartedAt.get(target) ?? 0) > STABLE_AFTER_MS)
        if (stable.length === 0) continue
        const target = load.random.pick(stable)
        const timing = await waitForTiming(target, load.random, load.written)
        const killedAt = performance.now()
        process.kill(getPid(stack, target), 'SIGKILL')
        const unfinished = await readUnfinishedEvents(load.databases, target)
        const recovery = await measureRecovery({ ...load, target, killedAt })
        restartedAt.set(target, Date.now())
        done.push({ target, timing, ...unfinished, ...recovery })
        run.log(`${done.length}/${kills} ${target} ${timing}: ready after ${recovery.backAfter} ms`)
      }
    })
    const longest = engines ? MAX_RESTART_STARTS_ON_ENGINES : MAX_RESTART_STARTS
    const figures = {
      ...counts,
      slowest: Math.max(...done.map(({ backAfter }) => backAfter)),
      betweenCommitAndPublish: done.filter(({ waiting }) => waiting > 0).length,
      betweenEffectAndOffset: done.filter(({ beyond = 0 }) => beyond > 0).length,
    }
    return { broken: [...done.flatMap((one) => findBroken(one, longest)), ...violations], figures, tables: [done] }
  },
})

/** Checks that a process restarts in time and that the others respond meanwhile. */
function findBroken(
  { target, backAfter, processStartMs: bareStart, failedMeanwhile }: ProcessKill,
  backStarts: number,
): string[] {
  return [
    ...(backAfter > Math.max(MAX_RESTART_MS, backStarts * bareStart)
      ? [`${target} was ready only after ${backAfter} ms`]
      : []),
    ...(failedMeanwhile > 0 ? [`while ${target} was down, ${failedMeanwhile} reads of others failed`] : []),
  ]
}

async function waitForTiming(target: KillTarget, random: SeededRandom, written: Signal<Service>): Promise<KillTiming> {
  const timing = random.pick<KillTiming>(['at any time', 'after its write', 'during effects'])
  if (timing === 'at any time' || target === 'gateway') {
    await delay(random.below(500))
    return 'at any time'
  }
  await written.wait((service) => (service === target) === (timing === 'after its write'))
  if (timing === 'during effects') await delay(random.below(MAX_EFFECT_DELAY_MS))
  return timing
}

/** Reads the unfinished events of a killed process before its restart. */
async function readUnfinishedEvents(
  databases: Databases,
  target: KillTarget,
): Promise<Pick<ProcessKill, 'waiting' | 'beyond'>> {
  if (target === 'gateway') return { waiting: 0, beyond: 0 }
  return { waiting: await databases.stores[target].waiting(), beyond: await databases.countHandledBeyondOffset(target) }
}
