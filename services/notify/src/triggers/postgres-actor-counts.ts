import { appendToPostgresOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import { type CounterChange, readUnreadCounts, updateCounters } from '../counters/postgres-counters.ts'
import type { SupportedNotificationType } from '../notifications/notification.ts'
import { createNotificationRemovedEvent } from '../notifications/notification-events.ts'
import { closeReadPushes } from '../push/queue/postgres-close-pushes.ts'
import type { NotificationsTable } from '../schema.ts'

/** The transaction in which events are handled, and a generator of time-ordered event ids. */
export type NotificationWriterDeps = { tx: Queryable; newId: (at: Date) => string }

/** A signed change of the number of actors of a notification whom its member may see. */
export type ActorCountChange = { notificationId: string; delta: number }

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
 * Applies changes of actor counts. A notification is visible while its member may see at least one of its actors. Updates
 * the members' counters for notifications that become visible or hidden, publishes those that become hidden as removed,
 * and deletes those without any actor. The caller has locked the counters of the members.
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
    values: [changes.map(({ notificationId: _id }) => _id), changes.map(({ delta }) => delta)],
  })
  const becameVisible = rows.filter(({ before, after }) => before === 0 && after > 0)
  const becameHidden = rows.filter(({ before, after }) => before > 0 && after === 0)
  await updateCounters(tx, [
    ...becameVisible.map((row) => toCounterChange(row, 1)),
    ...becameHidden.map((row) => toCounterChange(row, -1)),
  ])
  const idsWithoutVisibleActors = rows.filter(({ after }) => after === 0).map(({ id }) => id)
  if (idsWithoutVisibleActors.length > 0) {
    await tx.query(
      `delete from notifications n where id = any($1::uuid[])
         and not exists (select 1 from notification_actors a where a.notification_id = n.id)`,
      [idsWithoutVisibleActors],
    )
  }
  await appendRemovedEvents(deps, becameHidden, at)
}

const toCounterChange = ({ member_id: memberId, type, is_read }: NotificationRow, delta: 1 | -1): CounterChange => ({
  memberId,
  type,
  total: delta,
  unread: is_read ? 0 : delta,
})

/** Subtracts notifications that the caller has just deleted, and that were visible, from the counters, and publishes them as removed. */
export async function recordRemovedNotifications(
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
  const getCounts = await readUnreadCounts(tx, [...rowsByMember.keys()])
  const events = [...rowsByMember].map(([memberId, rows]) =>
    createNotificationRemovedEvent(
      rows.map(({ id }) => id),
      { memberId, counts: getCounts(memberId), id: newId(at), at },
    ),
  )
  await appendToPostgresOutbox(tx, events)
  const removedPushes = [...rowsByMember].map(([memberId, rows]) => ({
    memberId,
    referenceIds: rows.map(({ id }) => id),
  }))
  await closeReadPushes(tx, removedPushes, at)
}
