import { calls } from '@meadow/contracts'
import type { Plan } from '../plan/plan.ts'
import { joinAll } from './members.ts'
import { publishAll } from './posts.ts'
import { talkAll } from './talks.ts'
import { citizenOf, inLanes, type World } from './world.ts'

const LANES = 6
const HOUR = 3_600_000
/** Until when demo accounts, and the others, have looked at what they were told. */
const LOOKED_BEFORE = { demo: 7 * HOUR, others: HOUR / 2 }

/** Lets all happen that is planned, by the calls that members make. `settle` waits until all services know of it. */
export async function fill(
  world: World,
  plan: Plan,
  { settle, now }: { settle: () => Promise<void>; now: Date },
): Promise<void> {
  await joinAll(world, plan.members)
  await followAll(world, plan)
  await settle() // only who is known to follow back is written to
  await publishAll(world, plan.posts)
  await talkAll(world, plan.talks)
  await settle()
  await lookAtAlerts(world, plan, now)
  await leaveAll(world)
  await settle()
}

async function followAll(world: World, { follows }: Plan): Promise<void> {
  await inLanes(LANES, follows, async ({ from, to, at: when }) => {
    const params = { id: citizenOf(world, to)._id }
    await world.call(calls.follow, { by: citizenOf(world, from).token, when, params, body: { state: true } })
  })
}

/** What is older than that, everybody has read. */
async function lookAtAlerts(world: World, { members }: Plan, now: Date): Promise<void> {
  await inLanes(LANES, members, async ({ username, demo }) => {
    const when = new Date(now.getTime() - (demo ? LOOKED_BEFORE.demo : LOOKED_BEFORE.others))
    const { token: by } = citizenOf(world, username)
    await world.call(calls.readAllNotifications, { by, when, body: { before: when.toISOString() } })
  })
}

/** Nobody stays signed in. */
async function leaveAll({ call, citizens }: World): Promise<void> {
  await inLanes(LANES, [...citizens.values()], async ({ token: by }) => {
    await call(calls.logout, { by, when: new Date() })
  })
}
