import { createLogger, endOnUncaught } from '@meadow/service'
import { createCalls } from './calls.ts'
import { readConfig } from './config.ts'
import { fill } from './filling/fill.ts'
import { demoAccounts } from './filling/members.ts'
import { openNotes } from './notes.ts'
import { createPlan } from './plan/plan.ts'
import { startServices } from './services.ts'
import { createSettling } from './settled.ts'
import { readTexts } from './texts/read-texts.ts'

const SEED = 91
/** Lines of progress are this far apart. */
const EVERY_MS = 1_000

const config = readConfig(process.env)
const log = createLogger({ name: 'community', level: config.LOG_LEVEL })
endOnUncaught(log)

const notes = openNotes(config.COMMUNITY_NOTES)
const begun = new Date(await notes.once('begun', async () => new Date().toISOString()))
const gate = { isOpen: false }
await using services = await startServices(config, { log, gate })
await using settling = await createSettling({ busUrl: config.BUS_URL, outboxes: services.outboxes, gate, log })

let told = Number.NEGATIVE_INFINITY
const progress = (what: string) => {
  if (performance.now() - told < EVERY_MS) return
  told = performance.now()
  console.error(`Filling the meadow: ${what} …`)
}

const world = { call: createCalls(services), notes, citizens: new Map(), progress }
const plan = createPlan(readTexts(), begun, SEED)
await fill(world, plan, { settle: settling.settle, now: begun })
notes.set('demo accounts', JSON.stringify(demoAccounts(plan.members, notes)))
notes.set('done', new Date().toISOString())
