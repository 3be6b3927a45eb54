import type { ConsumerStore } from '@meadow/events'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { MemberReadModel, MemberRetention } from './member-read-model.ts'

type MemberCleanupDeps = {
  /** The store of the service's consumer: each batch is a transaction. */
  consumerStore: ConsumerStore<{ members: Pick<MemberReadModel, 'deleteExpired'> }>
  log: Logger
  now: () => Date
}

const DAY_MS = 86_400_000
/** Longer than the retention of events (7 days) and dead letters (30 days) on any bus: no older event can come again. */
const RETENTION_DAYS = 90
/**
 * The owner of follows, blocks and mutes forgets a removed one last. Its next version is 1 again, which is not lower than any
 * version that a read model still has.
 */
const RETENTION_OF_OWNED_EDGES_DAYS = 365

/** Returns what a service may delete at a time. The owner of edges keeps erased members' ids, so that it never republishes them. */
export function toMemberRetention(now: Date, { ownsEdges }: { ownsEdges: boolean }): MemberRetention {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const [usual, ownedEdges] = [before(RETENTION_DAYS), before(RETENTION_OF_OWNED_EDGES_DAYS)]
  return ownsEdges
    ? { removedEdgesBefore: ownedEdges, erasedBefore: undefined, roundsBefore: usual, usernamesKeptBefore: now }
    : { removedEdgesBefore: usual, erasedBefore: usual, roundsBefore: usual, usernamesKeptBefore: now }
}

/**
 * Creates the background task that deletes, every hour, what the read model of members does not need any more: rows that no
 * snapshot of the newest round contained, removed follows, blocks and mutes, ended mutes, erased members' ids, and older rounds.
 */
export const createMemberCleanup = (
  { consumerStore, log, now }: MemberCleanupDeps,
  { ownsEdges = false } = {},
): BackgroundTask =>
  createHourlyCleanup({
    name: 'member cleanup',
    log,
    deleteBatch: () =>
      consumerStore.transaction(({ members }) => members.deleteExpired(toMemberRetention(now(), { ownsEdges }))),
  })
