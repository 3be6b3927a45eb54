import { setTimeout as delay } from 'node:timers/promises'
import { defineFault } from '../fault.ts'
import type { Service } from '../history.ts'
import { type OwnEngines, openOwnEngines } from '../own-engines.ts'
import { publishPoison } from '../publish-poison.ts'
import { watchReads } from '../recovery.ts'
import { startRepeatingEvents } from '../repeat-events.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad, type UnderLoad } from '../under-load.ts'

/** The maximum wait for a response beyond the outage. */
const RESPONSE_TIMEOUT_MS = 30_000
const PAUSE_MS = 2_000
const PROBE_INTERVAL_MS = 50
/** The normal number of waiting events. */
const MAX_WAITING_EVENTS = 20

type Outage = {
  name: string
  begin(of: OwnEngines): Promise<void>
  end(of: OwnEngines): Promise<void>
  /** The services that are unavailable meanwhile. */
  unavailableServices?: readonly Service[]
}
type OutageResult = {
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
    unavailableServices: ['posts', 'chat'],
  },
]

/**
 * Runs the product on its own Kafka, Redis, S3 and MongoDB's protocol. Stops each for `seconds` while members act, repeats
 * every event twice, and publishes invalid events. Then checks all data.
 */
export const fault = defineFault({
  summary: 'stops Kafka, Redis, S3 and the server of the protocol of MongoDB, one after the other',
  options: { seconds: 60 },
  async run(run, { seconds }) {
    const own = await openOwnEngines(run)
    const stack = await startFaultStack(run, { environment: own.variables })
    const busUrl = own.variables.BUS_URL
    const results: OutageResult[] = []
    const poisonous = new Set<string>()
    let repeats = 0
    const on = {
      run,
      stack,
      engineUrls: own.variables,
      poison: poisonous,
      timeoutMs: RESPONSE_TIMEOUT_MS + seconds * 1_000,
    }
    const { broken: violations, ...counts } = await runUnderLoad(on, async (load) => {
      await using repeating = await startRepeatingEvents(busUrl, load.random)
      for (const outage of OUTAGES) {
        await delay(PAUSE_MS)
        for (const id of await publishPoison(busUrl)) poisonous.add(id)
        run.log(`${outage.name} for ${seconds} s`)
        results.push(await runOutage(outage, { own, load, seconds }))
      }
      await delay(PAUSE_MS)
      repeats = await repeating.end()
    })
    const broken = [...results.flatMap(findBroken), ...(repeats > 0 ? [] : ['No event was repeated']), ...violations]
    return { broken, figures: { ...counts, repeats, poison: poisonous.size }, tables: [results] }
  },
})

async function runOutage(
  { name, begin, end, unavailableServices = [] }: Outage,
  { own, load, seconds }: { own: OwnEngines; load: UnderLoad; seconds: number },
): Promise<OutageResult> {
  const reading = watchReads(load, (service) => !unavailableServices.some((one) => one === service))
  const waiting = watchOutbox(load)
  await begin(own)
  await delay(seconds * 1_000)
  const restartedAt = performance.now()
  await end(own)
  const startedAfter = Math.round(performance.now() - restartedAt)
  while ((await load.databases.stores.posts.waiting()) > MAX_WAITING_EVENTS) await delay(PROBE_INTERVAL_MS)
  const drainedAfter = Math.round(performance.now() - restartedAt) - startedAfter
  const mostWaiting = await waiting.end()
  const { reads, failed } = await reading.end()
  return { outage: name, seconds, startedAfter, drainedAfter, reads, failedReads: failed, mostWaiting }
}

/** Checks that reads without the engine succeed, and that events wait in the outbox while Kafka is unavailable. */
function findBroken({ outage, reads, failedReads, mostWaiting }: OutageResult): string[] {
  return [
    ...(failedReads > 0 ? [`${outage}: ${failedReads} of ${reads} reads failed`] : []),
    ...(outage.startsWith('Kafka') && mostWaiting === 0 ? [`${outage}: no event waited`] : []),
  ]
}

/** Counts the events in the outbox of posts. Returns 0 while its store is unavailable. */
const countWaiting = ({ databases }: UnderLoad): Promise<number> => databases.stores.posts.waiting().catch(() => 0)

/** Records the maximum of that count. */
function watchOutbox(load: UnderLoad) {
  let most = 0
  let isStopped = false
  const watching = (async () => {
    for (; !isStopped; await delay(PROBE_INTERVAL_MS)) most = Math.max(most, await countWaiting(load))
  })()
  return {
    async end(): Promise<number> {
      isStopped = true
      await watching
      return most
    },
  }
}
