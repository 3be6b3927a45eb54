import { setTimeout as delay } from 'node:timers/promises'
import { checkConversations } from './chat/check.ts'
import type { Databases } from './databases.ts'
import { type History, SERVICES } from './history.ts'
import { checkMembers } from './members/check.ts'
import { checkNotifications } from './notifications/check.ts'
import { checkPosts } from './posts/check.ts'
import type { RepeatingClient } from './repeating-client.ts'

type CheckDeps = {
  client: RepeatingClient
  history: History
  databases: Databases
  /** The ids of the events that must be dead letters. */
  poison?: ReadonlySet<string>
}

const IDLE_TIMEOUT_MS = 20_000

/** Waits until no event is pending, then checks all data. Returns a line for each violated invariant. */
export async function checkInvariants(deps: CheckDeps): Promise<string[]> {
  return [
    ...(await checkQueuesEmpty(deps)),
    ...(await checkPosts(deps)),
    ...(await checkMembers(deps)),
    ...(await checkNotifications(deps)),
    ...(await checkConversations(deps)),
  ]
}

/** I5: waits until outboxes and bus are empty, and checks that only poison events are dead letters. */
async function checkQueuesEmpty({ databases, poison = new Set() }: CheckDeps): Promise<string[]> {
  const deadline = Date.now() + IDLE_TIMEOUT_MS
  for (;;) {
    const [waiting, lagging] = await Promise.all([
      Promise.all(SERVICES.map((service) => databases.stores[service].waiting())),
      databases.lag(),
    ])
    if (lagging.length === 0 && waiting.every((count) => count === 0)) break
    const unhandled = lagging.map(({ group, lag, topic }) => `${group} ${lag} of ${topic}`)
    if (Date.now() > deadline) return [`I5 events still wait: ${waiting} in ${SERVICES}; on the bus ${unhandled}`]
    await delay(100)
  }
  const deadLetterIds = new Set(await databases.listDeadLetterIds())
  const unexpected = [...deadLetterIds].filter((id) => !poison.has(id))
  const missed = [...poison].filter((id) => !deadLetterIds.has(id))
  return [
    ...(unexpected.length > 0 ? [`I5 there are ${unexpected.length} unexpected dead letters`] : []),
    ...(missed.length > 0 ? [`${missed.length} poison events are not dead letters`] : []),
  ]
}
