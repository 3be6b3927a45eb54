import { type DomainEvent, events } from '@meadow/contracts'
import { type ConsumerStore, createEvent, type EventHandler, onEvent, type WokenTask } from '@meadow/events'
import type { Logger } from '@meadow/service'
import { createPollingTask } from '@meadow/storage'

/** The number of removed things by their name, such as `posts`. */
export type ErasedCounts = Record<string, number>

/** A member whose data a service is erasing. `counts` has what was removed so far. */
type MemberErasure = { memberId: string; keepsMessages: boolean; counts: ErasedCounts }

/** The erasures of a service, bound to one transaction. */
export type MemberErasureStore = {
  /** Stores that the data of a member must be erased. `counts` is what is erased already. Does nothing if that is stored. */
  begin(erasure: MemberErasure): Promise<void>
  /** Returns an erasure that no other transaction works on, and keeps it for this one; undefined if there is none. */
  claim(): Promise<MemberErasure | undefined>
  saveCounts(memberId: string, counts: ErasedCounts): Promise<void>
  /** Ends the erasure with its event. */
  finish(memberId: string, event: DomainEvent): Promise<void>
  /** Deletes up to `limit` follows, blocks, mutes and privacy exceptions of each direction. */
  eraseEdges(memberId: string, limit: number): Promise<ErasedCounts>
}

/** Erases the data that a service has of a member beside the read model of members, in one transaction. */
export type MemberDataEraser = {
  /** Erases up to about `limit` things of the member. Returns what it removed; nothing, if nothing is left. */
  eraseBatch(
    erasure: Omit<MemberErasure, 'counts'>,
    context: { limit: number; at: Date; newId: (at: Date) => string },
  ): Promise<ErasedCounts>
}

/** Begins the erasure of a member's data. The batches follow in the background, so that a large account delays no other event. */
export const memberErasureHandlers: EventHandler<{ erasures: MemberErasureStore }>[] = [
  onEvent(events.memberErased, ({ subject, data }, { erasures }: { erasures: MemberErasureStore }) =>
    erasures.begin({ memberId: subject, keepsMessages: data.keepsMessages ?? false, counts: {} }),
  ),
]

const BATCH_SIZE = 100
/** Events wake the task. It polls as well, for what another process left when it was killed. */
const POLL_INTERVAL_MS = 60_000

type Bound = { erasures: MemberErasureStore; eraser?: MemberDataEraser }
type MemberErasureDeps = {
  service: 'auth' | 'social' | 'posts' | 'notify' | 'chat'
  consumerStore: ConsumerStore<Bound>
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Adds what a batch removed to the counts. */
function addErasedCounts(counts: ErasedCounts, removed: ErasedCounts): ErasedCounts {
  const sums = { ...counts }
  for (const [name, count] of Object.entries(removed)) if (count > 0) sums[name] = (sums[name] ?? 0) + count
  return sums
}

const isNothing = (counts: ErasedCounts) => Object.values(counts).every((count) => count === 0)

/**
 * Erases one batch of one member, in one transaction. The one that finds nothing left publishes `member.part-erased`. Returns false
 * if no member is to be erased. An erasure that begins again, because its event is replayed, removes and counts what came since then.
 */
export const eraseMemberBatch = ({ service, consumerStore, now, newId }: Omit<MemberErasureDeps, 'log'>) =>
  consumerStore.transaction(async ({ erasures, eraser }) => {
    const erasure = await erasures.claim()
    if (!erasure) return false
    const at = now()
    const ofService = (await eraser?.eraseBatch(erasure, { limit: BATCH_SIZE, at, newId })) ?? {}
    const removed = isNothing(ofService) ? await erasures.eraseEdges(erasure.memberId, BATCH_SIZE) : ofService
    const counts = addErasedCounts(erasure.counts, removed)
    if (!isNothing(removed)) await erasures.saveCounts(erasure.memberId, counts)
    else await erasures.finish(erasure.memberId, toPartErasedEvent(service, erasure, { at, eventId: newId(at) }))
    return true
  })

const toPartErasedEvent = (
  service: MemberErasureDeps['service'],
  { memberId, counts }: MemberErasure,
  { at, eventId }: { at: Date; eventId: string },
): DomainEvent =>
  createEvent(events.memberPartErased, {
    source: service,
    subject: memberId,
    id: eventId,
    time: at,
    data: { service, counts: addErasedCounts({}, counts), erasedAt: at.toISOString() },
  })

/** Creates the background task that erases what a service has of erased members, batch by batch. A kill loses one batch at most. */
export function createMemberErasureTask({ log, ...deps }: MemberErasureDeps): WokenTask {
  return {
    ...createPollingTask({
      name: 'member erasure',
      intervalMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await eraseMemberBatch(deps)));
      },
      failure: 'the data of a member could not be erased yet',
      toleratedFailures: 1,
      log,
    }),
    wokenBy: [events.memberErased.type],
  }
}
