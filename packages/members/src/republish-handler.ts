import { events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { MemberDataOwner, MemberSnapshotStore } from './member-snapshot.ts'

/**
 * Creates the owner's handler of `members.snapshot-requested`. It publishes the owner's whole state as snapshot events,
 * then `members.snapshot-completed`, in one transaction. A later change has a higher version and wins over the snapshot.
 */
export const createRepublishHandler = (owner: MemberDataOwner): EventHandler<{ snapshots: MemberSnapshotStore }> =>
  onEvent(events.membersSnapshotRequested, async ({ subject }, { snapshots }: { snapshots: MemberSnapshotStore }) => {
    for await (const page of snapshots.readPages()) await snapshots.appendToOutbox(page)
    await snapshots.appendToOutbox([snapshots.createEvent(events.membersSnapshotCompleted, subject, { owner })])
  })
