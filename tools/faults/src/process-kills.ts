import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import { type Stack, startStack } from '@meadow/testing/stack'
import type { Databases } from './databases.ts'
import { SERVICES, type Service } from './history.ts'
import { ownEngines } from './own-engines.ts'
import { type Recovery, watchRecovery } from './recovery.ts'
import type { Signal } from './signal.ts'
import { underLoad } from './under-load.ts'

/** The supervisor calls a process that ended sooner unstable, and starts it more and more slowly. */
const STANDS_MS = 31_000
const BETWEEN_MS = 2_000
const EFFECTS_MS = 15
/**
 * A process is back within this, or where the machine is so busy, within so many starts of a process that does nothing; on
 * engines it loads their clients, too.
 */
const BACK_MS = 5_000
const BACK_STARTS = 30
const BACK_STARTS_ON_ENGINES = 45

type Target = Service | 'gateway'
type Aim = 'at any time' | 'after its write' | 'during effects'
type Kill = Recovery & { target: Target; aim: Aim; waiting: number; beyond: number | undefined }

/** `isOnEngines`: on Kafka, Redis, S3 and MongoDB's protocol of its own. */
type Asked = { seed: number; count: number; isOnEngines: boolean }

const TARGETS: readonly Target[] = [...SERVICES, 'gateway']

/**
 * Kills processes under load, and reads everything back afterwards. Two aims are at the moments that matter: right after
 * an answer, when the event may still be in the outbox, and a few milliseconds after another service's answer, when an
 * effect may be there and its offset not. `waiting` and `beyond` tell whether such a moment was met; a Kafka does not tell
 * the second.
 */
export async function kills({ seed, count, isOnEngines }: Asked): Promise<{ broken: string[] }> {
  process.env['RATE_LIMITS'] = 'off'
  await using opening = new AsyncDisposableStack()
  const elsewhere = isOnEngines ? opening.use(await ownEngines()).variables : undefined
  Object.assign(process.env, elsewhere)
  const stack = opening.use(await startStack())
  const done: Kill[] = []
  const bornAt = new Map<Target, number>()
  const { broken: afterwards, ...counts } = await underLoad({ stack, seed, elsewhere }, async (load) => {
    while (done.length < count) {
      await delay(BETWEEN_MS)
      const stable = TARGETS.filter((target) => Date.now() - (bornAt.get(target) ?? 0) > STANDS_MS)
      if (stable.length === 0) continue
      const target = load.random.pick(stable)
      const aim = await takeAim(target, load.random, load.written)
      const begun = performance.now()
      kill(stack, target)
      const met = await meet(load.databases, target)
      const recovery = await watchRecovery({ ...load, target, begun })
      bornAt.set(target, Date.now())
      done.push({ target, aim, ...met, ...recovery })
      console.log(`${done.length}/${count} ${target} ${aim}: back after ${recovery.backAfter} ms`)
    }
  })
  const longest = isOnEngines ? BACK_STARTS_ON_ENGINES : BACK_STARTS
  const broken = [...done.flatMap((one) => brokenBy(one, longest)), ...afterwards]
  console.table(done)
  const slowest = Math.max(...done.map(({ backAfter }) => backAfter))
  const met = { betweenCommitAndPublish: done.filter(({ waiting }) => waiting > 0).length }
  const alsoMet = { betweenEffectAndOffset: done.filter(({ beyond = 0 }) => beyond > 0).length }
  console.log(
    JSON.stringify({ fault: 'kills', isOnEngines, seed, kills: count, ...counts, slowest, ...met, ...alsoMet, broken }),
  )
  return { broken }
}

/** Each process is back in time, and the others answer meanwhile. */
function brokenBy({ target, backAfter, bareStart, failedMeanwhile }: Kill, backStarts: number): string[] {
  return [
    ...(backAfter > Math.max(BACK_MS, backStarts * bareStart) ? [`${target} was back only after ${backAfter} ms`] : []),
    ...(failedMeanwhile > 0 ? [`while ${target} was away, ${failedMeanwhile} reads of others failed`] : []),
  ]
}

async function takeAim(target: Target, random: SeededRandom, written: Signal<Service>): Promise<Aim> {
  const aim = random.pick<Aim>(['at any time', 'after its write', 'during effects'])
  if (aim === 'at any time' || target === 'gateway') {
    await delay(random.below(500))
    return 'at any time'
  }
  await written.wait((service) => (service === target) === (aim === 'after its write'))
  if (aim === 'during effects') await delay(random.below(EFFECTS_MS))
  return aim
}

function kill(stack: Stack, target: Target): void {
  const pid = stack.pidOf(target)
  if (pid === undefined) throw new Error(`${target} does not run`)
  process.kill(pid, 'SIGKILL')
}

/** What the process left between its steps, read before it is there again. */
async function meet(databases: Databases, target: Target): Promise<Pick<Kill, 'waiting' | 'beyond'>> {
  if (target === 'gateway') return { waiting: 0, beyond: 0 }
  return { waiting: await databases.stores[target].waiting(), beyond: await databases.beyondOffset(target) }
}
