import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'
import { checkInParallel } from '../check-in-parallel.ts'
import { defineFault } from '../fault.ts'
import { type Member, SERVICES } from '../history.ts'
import { type HotTarget, listHotTargets } from '../hot/hot-targets.ts'
import { type OfferedRequests, offerRequests } from '../hot/offer-requests.ts'
import { createToggle } from '../hot/toggle.ts'
import { type Readiness, watchReadiness } from '../hot/watch-readiness.ts'
import { openOwnEngines } from '../own-engines.ts'
import { watchReads } from '../recovery.ts'
import { findPort } from '../restart-instance.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad, type UnderLoad } from '../under-load.ts'

/** Enough to keep the offered rate while each waits for its response. */
const CROWD = 200
const OTHERS_PER_SECOND = 10
const OTHERS = 5
/** On a busy machine some requests of others wait for too long as well. */
const MAX_REFUSED_SHARE = 0.2
/** Longer than a request that the gateway has given up can still run in its service. */
const SETTLE_MS = 3_000
const DRAIN_TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 200

type HotResult = Readiness & {
  name: string
  hot: OfferedRequests
  others: OfferedRequests
  reads: number
  failedReads: number
}
type HotRun = { load: UnderLoad; crowd: Member[]; readyUrls: Map<string, string>; perSecond: number; seconds: number }

/**
 * Offers hundreds of follows a second of one member, and then of likes of one post, while others act. No instance may become
 * unready meanwhile, and other requests must succeed.
 */
export const fault = defineFault({
  summary: 'follows of one member, then likes of one post; --rate: how many a second; --engines: as for kills',
  options: { rate: 500, seconds: 20, engines: false },
  async run(run, { rate, seconds, engines }) {
    const engineUrls = engines ? (await openOwnEngines(run)).variables : undefined
    const stack = await startFaultStack(run, { options: ['--instances', '2'], environment: { ...engineUrls } })
    const results: HotResult[] = []
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack, engineUrls }, async (load) => {
      const [readyUrls, crowd] = [await findReadyUrls(stack), await registerCrowd(load)]
      const [owner, other] = findIdleMembers(load)
      for (const target of listHotTargets({ ...load, owner, other })) {
        results.push(await offerHotRequests(target, { load, crowd, readyUrls, perSecond: rate, seconds }))
        run.log(`${target.name}: ${JSON.stringify(results.at(-1))}`)
      }
      await waitUntilHandled(load)
    })
    const tables = [
      results.flatMap(({ name, hot, others }) => [
        { requests: name, ...hot },
        { requests: `other ${name}`, ...others },
      ]),
      results.map(({ hot: _hot, others: _others, unready, ...rest }) => ({ ...rest, unready: unready.length })),
    ]
    return { broken: [...results.flatMap(findBroken), ...violations], figures: counts, tables }
  },
})

async function findReadyUrls(stack: Stack): Promise<Map<string, string>> {
  const instances = SERVICES.flatMap((service) => [service, `${service}-2`])
  return new Map(
    await Promise.all(
      instances.map(async (name): Promise<[string, string]> => {
        return [name, `http://127.0.0.1:${await findPort(stack, name)}/health/ready`]
      }),
    ),
  )
}

async function registerCrowd({ register }: UnderLoad): Promise<Member[]> {
  const crowd: Member[] = []
  await checkInParallel(Array(CROWD + OTHERS).keys(), async () => {
    crowd.push(await register())
    return []
  })
  return crowd
}

/** Finds two members with a post who do not act. */
function findIdleMembers({ history, workers }: UnderLoad): [Member, Member] {
  const authors = new Set([...history.posts.values()].map(({ author }) => author))
  const [one, other] = [...history.members.values()].filter(
    (member) => !workers.includes(member) && authors.has(member),
  )
  if (!one || !other) throw new Error('Everybody acts')
  return [one, other]
}

async function offerHotRequests(target: HotTarget, hotRun: HotRun): Promise<HotResult> {
  const { load, readyUrls, perSecond, seconds } = hotRun
  const [crowd, bystanders] = [hotRun.crowd.slice(OTHERS), hotRun.crowd.slice(0, OTHERS)]
  const [hotToggle, otherToggle] = [createToggle(load.client, target.path), createToggle(load.client, target.otherPath)]
  const readiness = watchReadiness(readyUrls)
  const reading = watchReads(load)
  const [hot, others] = await Promise.all([
    offerRequests({ members: crowd, perSecond, seconds }, hotToggle.change),
    offerRequests({ members: bystanders, perSecond: OTHERS_PER_SECOND, seconds }, otherToggle.change),
  ])
  const { reads, failed } = await reading.end()
  const probed = await readiness.end()
  await delay(SETTLE_MS)
  for (const toggle of [hotToggle, otherToggle]) await toggle.setAll(hotRun.crowd)
  target.record(hotRun.crowd)
  return { name: target.name, hot, others, reads, failedReads: failed, ...probed }
}

/** Waits until the consumers have handled all events, which takes longer than the requests. */
async function waitUntilHandled({ databases }: UnderLoad): Promise<void> {
  const deadline = Date.now() + DRAIN_TIMEOUT_MS
  while (Date.now() < deadline && (await databases.lag()).some(({ lag }) => lag > 100)) await delay(POLL_INTERVAL_MS)
}

const findBroken = ({ name, hot, others, unready, failedReads }: HotResult): string[] => [
  ...unready.slice(0, 5).map((line) => `${name}: ${line}`),
  ...(hot.succeeded > 0 ? [] : [`${name}: none succeeded`]),
  ...(others.refused > others.succeeded * MAX_REFUSED_SHARE ? [`${name}: others were refused, too`] : []),
  ...(failedReads > 0 ? [`${name}: ${failedReads} reads failed`] : []),
]
