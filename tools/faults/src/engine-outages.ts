import { setTimeout as delay } from 'node:timers/promises'
import { startStack } from '@meadow/testing/stack'
import type { Service } from './history.ts'
import { type OwnEngines, ownEngines } from './own-engines.ts'
import { poison } from './publish-poison.ts'
import { watchReads } from './recovery.ts'
import { repeatAll } from './repeat-events.ts'
import { type UnderLoad, underLoad } from './under-load.ts'

/** Nothing waits for an answer longer than this beyond an outage. */
const PATIENCE_MS = 30_000
const CALM_MS = 2_000
const LOOK_MS = 50
/** As many events may wait at any time. */
const FEW = 20

type Outage = {
  name: string
  begin(of: OwnEngines): Promise<void>
  end(of: OwnEngines): Promise<void>
  /** Who cannot answer meanwhile. */
  away?: readonly Service[]
}
type Met = {
  outage: string
  seconds: number
  startedAfter: number
  drainedAfter: number
  reads: number
  failedReads: number
  mostWaiting: number
}

const OUTAGES: readonly Outage[] = [
  { name: 'Kafka stopped', begin: ({ kafka }) => kafka.stop(), end: ({ kafka }) => kafka.start() },
  { name: 'Kafka killed', begin: ({ kafka }) => kafka.kill(), end: ({ kafka }) => kafka.start() },
  {
    name: 'Redis stopped, back empty',
    begin: ({ redis }) => redis.stop({ wipe: true }),
    end: ({ redis }) => redis.start(),
  },
  { name: 'S3 killed', begin: ({ s3 }) => s3.kill(), end: ({ s3 }) => s3.start() },
  {
    name: 'MongoDB killed',
    begin: ({ mongo }) => mongo.kill(),
    end: ({ mongo }) => mongo.start(),
    away: ['posts', 'chat'],
  },
]

/**
 * The product on Kafka, Redis, S3 and MongoDB's protocol of its own, each of which goes away for so many seconds while
 * members act; meanwhile every event comes three times, and events come that keep no contract. Everything is read back
 * afterwards.
 */
export async function engines({ seed, seconds }: { seed: number; seconds: number }): Promise<{ broken: string[] }> {
  process.env['RATE_LIMITS'] = 'off'
  await using own = await ownEngines()
  Object.assign(process.env, own.variables)
  await using stack = await startStack('--empty')
  const busUrl = own.variables.BUS_URL
  const met: Met[] = []
  const poisonous = new Set<string>()
  let repeats = 0
  const on = { stack, seed, elsewhere: own.variables, poison: poisonous, patience: PATIENCE_MS + seconds * 1_000 }
  const { broken: afterwards, ...counts } = await underLoad(on, async (load) => {
    await using repeating = await repeatAll(busUrl, load.random)
    for (const outage of OUTAGES) {
      await delay(CALM_MS)
      for (const id of await poison(busUrl)) poisonous.add(id)
      met.push(await meet(outage, { own, load, seconds }))
      console.log(`${outage.name} for ${seconds} s`)
    }
    await delay(CALM_MS)
    repeats = await repeating.end()
  })
  const broken = [...met.flatMap(brokenBy), ...(repeats > 0 ? [] : ['No event was repeated']), ...afterwards]
  console.table(met)
  const figures = { fault: 'engines', seed, seconds, ...counts, repeats, poison: poisonous.size, broken }
  console.log(JSON.stringify(figures))
  return { broken }
}

async function meet(
  { name, begin, end, away = [] }: Outage,
  { own, load, seconds }: { own: OwnEngines; load: UnderLoad; seconds: number },
): Promise<Met> {
  const reading = watchReads(load, (service) => !away.some((one) => one === service))
  const waiting = watchOutbox(load)
  await begin(own)
  await delay(seconds * 1_000)
  const back = performance.now()
  await end(own)
  const startedAfter = Math.round(performance.now() - back)
  while ((await load.databases.stores.posts.waiting()) > FEW) await delay(LOOK_MS)
  const drainedAfter = Math.round(performance.now() - back) - startedAfter
  const mostWaiting = await waiting.end()
  const { reads, failed } = await reading.end()
  return { outage: name, seconds, startedAfter, drainedAfter, reads, failedReads: failed, mostWaiting }
}

/** What needs no engine that is away goes on; what has to be told waits in the outboxes. */
function brokenBy({ outage, reads, failedReads, mostWaiting }: Met): string[] {
  return [
    ...(failedReads > 0 ? [`${outage}: ${failedReads} of ${reads} reads failed`] : []),
    ...(outage.startsWith('Kafka') && mostWaiting === 0 ? [`${outage}: no event waited`] : []),
  ]
}

/** How many events wait in the outbox of posts; none that anybody could know of while its store is away. */
const waitingIn = ({ databases }: UnderLoad): Promise<number> => databases.stores.posts.waiting().catch(() => 0)

/** Watches the most of these. */
function watchOutbox(load: UnderLoad) {
  let most = 0
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await delay(LOOK_MS)) most = Math.max(most, await waitingIn(load))
  })()
  return {
    async end(): Promise<number> {
      isOver = true
      await watching
      return most
    },
  }
}
