import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import { type Stack, startStack } from '@meadow/testing/stack'
import type { Databases } from './databases.ts'
import { SERVICES, type Service } from './history.ts'
import { openOwnEngines } from './own-engines.ts'
import { measureRecovery, type Recovery } from './recovery.ts'
import type { Signal } from './signal.ts'
import { runUnderLoad } from './under-load.ts'

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

type ProcessKillsOptions = {
  seed: number
  count: number
  /** Runs on its own Kafka, Redis, S3 and MongoDB's protocol. */
  isOnEngines: boolean
}

const TARGETS: readonly KillTarget[] = [...SERVICES, 'gateway']

/**
 * Kills processes under load, then checks all data. Two timings are critical: right after a response, when the event may
 * still be in the outbox, and a few milliseconds after another service's response, when an effect may be committed without
 * its offset. `waiting` and `beyond` show whether that happened; with Kafka the second is unknown.
 */
export async function runProcessKills({
  seed,
  count,
  isOnEngines,
}: ProcessKillsOptions): Promise<{ broken: string[] }> {
  process.env['RATE_LIMITS'] = 'off'
  await using opening = new AsyncDisposableStack()
  const engineUrls = isOnEngines ? opening.use(await openOwnEngines()).variables : undefined
  Object.assign(process.env, engineUrls)
  const stack = opening.use(await startStack())
  const done: ProcessKill[] = []
  const restartedAt = new Map<KillTarget, number>()
  const { broken: violations, ...counts } = await runUnderLoad({ stack, seed, engineUrls }, async (load) => {
    while (done.length < count) {
      await delay(KILL_INTERVAL_MS)
      const stable = TARGETS.filter((target) => Date.now() - (restartedAt.get(target) ?? 0) > STABLE_AFTER_MS)
      if (stable.length === 0) continue
      const target = load.random.pick(stable)
      const timing = await waitForTiming(target, load.random, load.written)
      const killedAt = performance.now()
      kill(stack, target)
      const unfinished = await readUnfinishedEvents(load.databases, target)
      const recovery = await measureRecovery({ ...load, target, killedAt })
      restartedAt.set(target, Date.now())
      done.push({ target, timing, ...unfinished, ...recovery })
      console.log(`${done.length}/${count} ${target} ${timing}: ready after ${recovery.backAfter} ms`)
    }
  })
  const longest = isOnEngines ? MAX_RESTART_STARTS_ON_ENGINES : MAX_RESTART_STARTS
  const broken = [...done.flatMap((one) => findBroken(one, longest)), ...violations]
  console.table(done)
  const slowest = Math.max(...done.map(({ backAfter }) => backAfter))
  const outboxSummary = { betweenCommitAndPublish: done.filter(({ waiting }) => waiting > 0).length }
  const offsetSummary = { betweenEffectAndOffset: done.filter(({ beyond = 0 }) => beyond > 0).length }
  console.log(
    JSON.stringify({
      fault: 'kills',
      isOnEngines,
      seed,
      kills: count,
      ...counts,
      slowest,
      ...outboxSummary,
      ...offsetSummary,
      broken,
    }),
  )
  return { broken }
}

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

function kill(stack: Stack, target: KillTarget): void {
  const pid = stack.pidOf(target)
  if (pid === undefined) throw new Error(`${target} does not run`)
  process.kill(pid, 'SIGKILL')
}

/** Reads the unfinished events of a killed process before its restart. */
async function readUnfinishedEvents(
  databases: Databases,
  target: KillTarget,
): Promise<Pick<ProcessKill, 'waiting' | 'beyond'>> {
  if (target === 'gateway') return { waiting: 0, beyond: 0 }
  return { waiting: await databases.stores[target].waiting(), beyond: await databases.countHandledBeyondOffset(target) }
}
