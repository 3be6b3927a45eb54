import { appendToPostgresOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import { type CounterChange, readUnreadCounts, updateCounters } from '../counters/postgres-counters.ts'
import type { SupportedNotificationType } from '../notifications/notification.ts'
import { createNotificationRemovedEvent } from '../notifications/notification-events.ts'
import type { NotificationsTable } from '../schema.ts'

/** The transaction of a consumer, and the generator of event ids. */
export type NotificationWriterDeps = { tx: Queryable; newId: (at: Date) => string }

/** A change of a notification's number of visible actors, as a difference. */
export type ActorCountChange = { _id: string; delta: number }

type NotificationRow = Pick<NotificationsTable, 'id' | 'member_id' | 'type' | 'is_read'> & {
  type: SupportedNotificationType
}
type ActorCountRow = NotificationRow & { before: number; after: number }

const UPDATE_ACTOR_COUNTS = `
  update notifications n set actor_count = n.actor_count + change.delta
  from (
    select id, sum(delta)::int as delta from unnest($1::uuid[], $2::int[]) as t (id, delta) group by id
  ) change where n.id = change.id
  returning n.id, n.member_id, n.type, n.is_read, n.actor_count - change.delta as before, n.actor_count as after`

/**
 * Applies changes of actor counts. A notification is visible while it has visible actors: updates the members' counters
 * for notifications that become visible or hidden, deletes notifications without actors, and publishes the hidden and
 * deleted ones as removed. The caller holds the lock of the counters.
 */
export async function applyActorCountChanges(
  deps: NotificationWriterDeps,
  changes: readonly ActorCountChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return
  const { tx } = deps
  const { rows } = await tx.query<ActorCountRow>({
    name: 'update-actor-counts',
    text: UPDATE_ACTOR_COUNTS,
    values: [changes.map(({ _id }) => _id), changes.map(({ delta }) => delta)],
  })
  const shown = rows.filter(({ before, after }) => before === 0 && after > 0)
  const removed = rows.filter(({ before, after }) => before > 0 && after === 0)
  await updateCounters(tx, [
    ...shown.map((row) => toCounterChange(row, 1)),
    ...removed.map((row) => toCounterChange(row, -1)),
  ])
  const hiddenIds = rows.filter(({ after }) => after === 0).map(({ id }) => id)
  if (hiddenIds.length > 0) {
    await tx.query(
      `delete from notifications n where id = any($1::uuid[])
         and not exists (select 1 from notification_actors a where a.notification_id = n.id)`,
      [hiddenIds],
    )
  }
  await appendRemovedEvents(deps, removed, at)
}

const toCounterChange = ({ member_id: memberId, type, is_read }: NotificationRow, delta: 1 | -1): CounterChange => ({
  memberId,
  type,
  total: delta,
  unread: is_read ? 0 : delta,
})

/** Subtracts deleted notifications from the counters and publishes them as removed. */
export async function countRemovedNotifications(
  deps: NotificationWriterDeps,
  removed: readonly NotificationRow[],
  at: Date,
): Promise<void> {
  await updateCounters(
    deps.tx,
    removed.map((row) => toCounterChange(row, -1)),
  )
  await appendRemovedEvents(deps, removed, at)
}

async function appendRemovedEvents(
  { tx, newId }: NotificationWriterDeps,
  removed: readonly Pick<NotificationRow, 'id' | 'member_id'>[],
  at: Date,
): Promise<void> {
  if (removed.length === 0) return
  const rowsByMember = Map.groupBy(removed, ({ member_id }) => member_id)
  const unreadCounts = await readUnreadCounts(tx, [...rowsByMember.keys()])
  const events = [...rowsByMember].map(([memberId, rows]) =>
    createNotificationRemovedEvent(
      rows.map(({ id }) => id),
      { memberId, unread: unreadCounts.get(memberId) ?? 0, id: newId(at), at },
    ),
  )
  await appendToPostgresOutbox(tx, events)
}
