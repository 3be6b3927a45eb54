import { setTimeout as delay } from 'node:timers/promises'
import { talksAreWhole } from './chat/check.ts'
import type { Client } from './client.ts'
import type { Databases } from './databases.ts'
import { type History, SERVICES } from './history.ts'
import { membersAreWhole } from './members/check.ts'
import { notificationsAreTold } from './notifications/check.ts'
import { postsAreWhole } from './posts/check.ts'

type Of = { client: Client; history: History; databases: Databases }

const QUIET_MS = 20_000

/** Reads everything back once it is quiet; answers one line for each invariant that does not hold. */
export async function check(of: Of): Promise<string[]> {
  return [
    ...(await becomesQuiet(of)),
    ...(await postsAreWhole(of)),
    ...(await membersAreWhole(of)),
    ...(await notificationsAreTold(of)),
    ...(await talksAreWhole(of)),
  ]
}

/** I5: outboxes empty, nothing left on the bus, no dead letter. */
async function becomesQuiet({ databases }: Of): Promise<string[]> {
  const until = Date.now() + QUIET_MS
  for (;;) {
    const left = await Promise.all([...SERVICES.map(databases.waiting), databases.lag()])
    if (left.every((count) => count === 0)) break
    if (Date.now() > until) return [`I5 events still wait (outboxes of ${SERVICES.join(', ')}; bus): ${left}`]
    await delay(100)
  }
  const dead = await databases.query('bus', `select topic from log where topic like '%.dead'`)
  return dead.length > 0 ? [`I5 there are ${dead.length} dead letters`] : []
}
