import type { Presence } from '@meadow/contracts'
import type { PresenceReader } from '@meadow/members'
import type { BackgroundTask, Logger } from '@meadow/service'
import type { PresenceAudience } from '../ports.ts'
import type { PushBus } from '../push/push-bus.ts'

/** Presence is pushed to members who exchanged messages within this time. */
const RECENT_CONTACT_MS = 30 * 24 * 3_600_000
const BATCH_SIZE = 100
/** Delay before each batch. The jitter keeps instances apart after a mass reconnection. */
const BATCH_DELAY_MS = { min: 200, jitter: 600 }

type PresencePublisherDeps = {
  presenceAudience: PresenceAudience
  presences: PresenceReader
  pushBus: PushBus
  log: Logger
  now: () => Date
}

export type PresencePublisher = BackgroundTask & {
  /** Queues the push of a member's presence. A later change of the same member replaces a queued one. */
  publishChange(memberId: string, presence: Presence): void
  /**
   * Pushes to `connectedMemberIds`, on this instance only, the presence of members of their audience who went offline
   * with an instance that ended. `findLost` selects them.
   */
  publishLost(
    connectedMemberIds: readonly string[],
    findLost: (memberIds: readonly string[]) => Promise<Map<string, Presence>>,
  ): Promise<void>
}

/** Creates the publisher that pushes presence changes, in batches, to the online members of the audience. */
export function createPresencePublisher(deps: PresencePublisherDeps): PresencePublisher {
  const { presenceAudience, presences, pushBus, log, now } = deps
  const queue = new Map<string, Presence>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let publishing = Promise.resolve()

  const findAudience = (memberIds: readonly string[]) =>
    presenceAudience.findPresenceAudience(memberIds, new Date(now().getTime() - RECENT_CONTACT_MS))

  async function publishBatch(): Promise<void> {
    const batch = [...queue].slice(0, BATCH_SIZE)
    for (const [memberId] of batch) queue.delete(memberId)
    const audience = await findAudience(batch.map(([memberId]) => memberId))
    const online = await presences.findOnline([...new Set([...audience.values()].flat())])
    for (const [userId, presence] of batch) {
      const members = audience.get(userId)?.filter((id) => online.has(id)) ?? []
      if (members.length > 0) pushBus.push({ to: { members }, name: 'presence', payload: { userId, ...presence } })
    }
  }

  function schedule(): void {
    if (timer || isStopped || queue.size === 0) return
    const publish = () => {
      publishing = publishBatch()
        .catch((error) => log.warn({ err: error }, 'presence changes could not be pushed'))
        .then(() => {
          timer = undefined
          schedule()
        })
    }
    timer = setTimeout(publish, BATCH_DELAY_MS.min + Math.random() * BATCH_DELAY_MS.jitter)
  }

  return {
    name: 'presence publisher',
    publishChange(memberId, presence) {
      queue.set(memberId, presence)
      schedule()
    },
    async publishLost(connectedMemberIds, findLost) {
      for (let from = 0; from < connectedMemberIds.length; from += BATCH_SIZE) {
        const audience = await findAudience(connectedMemberIds.slice(from, from + BATCH_SIZE))
        const lost = await findLost([...new Set([...audience.values()].flat())])
        for (const [userId, presence] of lost) {
          const members = [...audience].filter(([, ids]) => ids.includes(userId)).map(([id]) => id)
          await pushBus.pushLocally({ to: { members }, name: 'presence', payload: { userId, ...presence } })
        }
      }
    },
    async start() {
      isStopped = false
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await publishing
    },
  }
}
