import type { Queryable } from '@meadow/storage'
import type { SupportedNotificationType } from '../notifications/notification.ts'
import type { NotificationsTable } from '../schema.ts'
import { type NotificationWriterDeps, recordRemovedNotifications } from './postgres-actor-counts.ts'
import { type ActorRow, lockCountersOf, SELECT_ACTORS, toActorKeys } from './postgres-notification-actors.ts'
import { repeatInBatches } from './repeat-in-batches.ts'

/** Removes these actors of notifications. The caller updates the actor counts. */
export async function removeActors(tx: Queryable, rows: readonly ActorRow[]): Promise<void> {
  await tx.query(
    `delete from notification_actors
     where (notification_id, actor_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    toActorKeys(rows),
  )
}

type RemovedNotificationRow = Pick<NotificationsTable, 'id' | 'member_id' | 'type' | 'is_read' | 'actor_count'> & {
  type: SupportedNotificationType
}

/** Selects notifications by an SQL condition with the parameters `values`. */
type NotificationSelection = { condition: string; values: readonly unknown[] }

/** Removes at most `limit` notifications with their actors, and publishes their removal. Returns their number. */
export async function removeNotifications(
  deps: NotificationWriterDeps,
  { condition, values }: NotificationSelection,
  { limit, at }: { limit: number; at: Date },
): Promise<number> {
  const { tx } = deps
  const found = await tx.query<Pick<NotificationsTable, 'id' | 'member_id'>>(
    `select id, member_id from notifications where ${condition} limit ${limit}`,
    [...values],
  )
  const notificationIds = found.rows.map(({ id }) => id)
  await lockCountersOf(tx, found.rows)
  await repeatInBatches(async (batchSize) => {
    const { rows } = await tx.query<ActorRow>(`${SELECT_ACTORS} where n.id = any($1::uuid[]) limit $2`, [
      notificationIds,
      batchSize,
    ])
    await removeActors(tx, rows)
    return rows.length
  })
  const { rows } = await tx.query<RemovedNotificationRow>(
    'delete from notifications where id = any($1::uuid[]) returning id, member_id, type, is_read, actor_count',
    [notificationIds],
  )
  await recordRemovedNotifications(
    deps,
    rows.filter(({ actor_count }) => actor_count > 0),
    at,
  )
  return notificationIds.length
}
