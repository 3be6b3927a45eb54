import type { Presence } from '@meadow/contracts'
import {
  createSignalSourceAfter,
  type MadePrivacyException,
  type PresenceReader,
  readSharedSignals,
  type SharedSignals,
  type SignalSource,
  type StoredContactPrivacy,
  toShownPresence,
} from '@meadow/members'
import type { BackgroundTask, Logger } from '@meadow/service'
import type { PresenceAudience } from '../ports.ts'
import type { PushBus } from '../push/push-bus.ts'

/** Presence is pushed to members who exchanged messages within this time. */
const RECENT_CONTACT_MS = 30 * 24 * 3_600_000
const BATCH_SIZE = 100
/** Delay before each batch. The jitter keeps instances apart after a mass reconnection. */
const BATCH_DELAY_MS = { min: 200, jitter: 600 }

type PresencePublisherDeps = {
  members: SignalSource
  presenceAudience: PresenceAudience
  presences: PresenceReader
  pushBus: PushBus
  log: Logger
  now: () => Date
}

/** New settings of a member, or a new exception. They may not be stored yet. */
export type SignalChange = { memberId: string; contactPrivacy: StoredContactPrivacy } | MadePrivacyException

export type PresencePublisher = BackgroundTask & {
  /** Queues the push of a member's presence. A later change of the same member replaces a queued one. */
  publishChange(memberId: string, presence: Presence): void
  /**
   * Pushes what a member and each contact now show each other, presence and read marks, after the member has changed these settings, or
   * an exception for one contact. A member who hides disappears at once, for both.
   */
  publishSignalChange(change: SignalChange): Promise<void>
  /**
   * After another instance has ended: tells `connectedMemberIds`, on this instance only, which of their contacts went offline with it.
   * `findLost` returns those among the given ids.
   */
  publishLost(
    connectedMemberIds: readonly string[],
    findLost: (memberIds: readonly string[]) => Promise<Map<string, Presence>>,
  ): Promise<void>
}

/** Returns the pushes of a member's presence: one to those who also see the last activity, one to those who do not, none to the others. */
function toPresencePushes({
  userId,
  presence,
  viewers,
  shared,
}: {
  userId: string
  presence: Presence
  viewers: readonly string[]
  shared: (one: string, other: string) => SharedSignals
}) {
  const seeing = viewers.filter((viewer) => shared(userId, viewer).online)
  return [true, false].flatMap((lastSeen) => {
    const members = seeing.filter((viewer) => shared(userId, viewer).lastSeen === lastSeen)
    const payload = { userId, ...toShownPresence(presence, { online: true, lastSeen }) }
    return members.length > 0 ? [{ to: { members }, name: 'presence' as const, payload }] : []
  })
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
    const onlineIds = await presences.findOnline([...new Set([...audience.values()].flat())])
    const viewers = new Map(
      batch.map(([userId]) => [userId, audience.get(userId)?.filter((id) => onlineIds.has(id)) ?? []]),
    )
    const shared = await readSharedSignals(deps.members, [...viewers].flat(2)) // of the members and their viewers
    for (const [userId, presence] of batch)
      for (const message of toPresencePushes({ userId, presence, viewers: viewers.get(userId) ?? [], shared }))
        pushBus.push(message)
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
    async publishSignalChange(change) {
      const memberId = 'memberId' in change ? change.memberId : change.from
      const audience = (await findAudience([memberId])).get(memberId) ?? []
      const contacts = 'memberId' in change ? audience : audience.filter((id) => id === change.to)
      const presenceById = await presences.find([memberId, ...contacts])
      const shared = await readSharedSignals(createSignalSourceAfter(deps.members, change), [memberId, ...contacts])
      for (const contact of contacts) {
        const signals = shared(memberId, contact)
        for (const [member, userId] of [
          [contact, memberId],
          [memberId, contact],
        ] as const) {
          const presence = presenceById.get(userId)
          const payload = presence && { userId, ...toShownPresence(presence, signals) }
          if (payload) pushBus.push({ to: { member }, name: 'presence', payload })
          const readMarks = { userId, areShown: signals.readMarks }
          pushBus.push({ to: { member }, name: 'readMarksUpdated', payload: readMarks })
        }
      }
    },
    async publishLost(connectedMemberIds, findLost) {
      for (let from = 0; from < connectedMemberIds.length; from += BATCH_SIZE) {
        const audience = await findAudience(connectedMemberIds.slice(from, from + BATCH_SIZE))
        const lost = await findLost([...new Set([...audience.values()].flat())])
        const shared = await readSharedSignals(deps.members, [...audience.keys(), ...lost.keys()])
        for (const [userId, presence] of lost) {
          // both have exchanged messages: whoever is in one's audience has one in theirs
          const viewers = [...audience].filter(([, ids]) => ids.includes(userId)).map(([id]) => id)
          for (const message of toPresencePushes({ userId, presence, viewers, shared }))
            await pushBus.pushLocally(message)
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
