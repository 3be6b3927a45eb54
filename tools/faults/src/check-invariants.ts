import { setTimeout as delay } from 'node:timers/promises'
import { talksAreWhole } from './chat/check.ts'
import type { Databases } from './databases.ts'
import { type History, SERVICES } from './history.ts'
import { membersAreWhole } from './members/check.ts'
import { notificationsAreTold } from './notifications/check.ts'
import { postsAreWhole } from './posts/check.ts'
import type { Client } from './repeating-client.ts'

type Of = {
  client: Client
  history: History
  databases: Databases
  /** Ids of events that have to be dead letters, and no others. */
  poison?: ReadonlySet<string>
}

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

/** I5: outboxes empty, nothing left on the bus, no dead letter but poison. */
async function becomesQuiet({ databases, poison = new Set() }: Of): Promise<string[]> {
  const until = Date.now() + QUIET_MS
  for (;;) {
    const [waiting, lagging] = await Promise.all([
      Promise.all(SERVICES.map((service) => databases.stores[service].waiting())),
      databases.lag(),
    ])
    if (lagging.length === 0 && waiting.every((count) => count === 0)) break
    const left = lagging.map(({ group, lag, topic }) => `${group} ${lag} of ${topic}`)
    if (Date.now() > until) return [`I5 events still wait: ${waiting} in ${SERVICES}; on the bus ${left}`]
    await delay(100)
  }
  const dead = new Set(await databases.dead())
  const unasked = [...dead].filter((id) => !poison.has(id))
  const missed = [...poison].filter((id) => !dead.has(id))
  return [
    ...(unasked.length > 0 ? [`I5 there are ${unasked.length} dead letters`] : []),
    ...(missed.length > 0 ? [`${missed.length} poison events were not refused`] : []),
  ]
}
