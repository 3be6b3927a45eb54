import { createLogger, exitOnUncaughtException } from '@meadow/service'
import { readCommunityConfig } from './config.ts'
import { openEventDelivery } from './event-delivery.ts'
import { fillCommunity, readNotifications, signOutMembers } from './fill/fill.ts'
import { moderateCommunity } from './fill/moderation.ts'
import { openJournal } from './journal.ts'
import { isDemoAccount } from './plan/member.ts'
import { createPlan } from './plan/plan.ts'
import { splitPlan } from './plan/stages.ts'
import { createServiceCalls } from './service-calls.ts'
import { openServices } from './services.ts'
import { readTexts } from './texts/read-texts.ts'

const SEED = 91

const config = readCommunityConfig(process.env)
const log = createLogger({ name: 'community', level: config.LOG_LEVEL })
exitOnUncaughtException(log)

const isFirstStage = config.COMMUNITY_STAGE === 'first'
const journal = openJournal(config.COMMUNITY_JOURNAL)
const now = new Date(await journal.once('begun', async () => new Date().toISOString()))
const plan = createPlan(readTexts(), now, SEED)
const { first, rest } = splitPlan(plan)

const demoUsernames = plan.members.filter(isDemoAccount).map(({ username }) => username)

const relays = { isOn: false }
await using services = await openServices(config, { log, relays, demoUsernames, isProductRunning: !isFirstStage })
await using delivery = await openEventDelivery({ busUrl: config.BUS_URL, outboxes: services.outboxes, log })
/** In the first stage the events wait for this: in batches of hundreds they cost a tenth. Later the product relays them. */
const deliverAll = async () => {
  relays.isOn = isFirstStage
  await delivery.waitUntilHandled()
  relays.isOn = false
}

const context = {
  call: createServiceCalls(services),
  addEmailProof: services.addEmailProof,
  giveRole: services.giveRole,
  giveBadge: services.giveBadge,
  journal,
  origin: config.LINK_ORIGIN && new URL(config.LINK_ORIGIN).origin,
  members: new Map(),
  reportProgress: createProgress(isFirstStage ? 1_000 : 5_000),
}
await fillCommunity(context, isFirstStage ? first : rest, { stage: config.COMMUNITY_STAGE, deliverAll })
if (!isFirstStage) await moderateCommunity(context, plan, { now, deliverAll })
await readNotifications(context, isFirstStage ? first.members : plan.members, now)
await deliverAll()
await signOutMembers(context)
if (isFirstStage) journal.set('demo accounts', JSON.stringify(demoUsernames))
journal.set(isFirstStage ? 'first stage' : 'done', new Date().toISOString())

/** Writes the first line of each step to the standard error stream, and then at most one line in `intervalMs`. */
function createProgress(intervalMs: number): (what: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  let reportedStep = ''
  return (what) => {
    const step = what.replace(/^\d+/, '')
    if (step === reportedStep && performance.now() - reportedAt < intervalMs) return
    reportedAt = performance.now()
    reportedStep = step
    console.error(`The demo community: ${what}`)
  }
}
