import { NOTIFICATION_TYPES, type NotificationCounts } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError, toLowestId } from '@meadow/service'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import {
  type CounterChange,
  lockCounters,
  readUnreadCounts,
  type UnreadCountReader,
  type UnreadCounts,
  updateCounters,
} from '../counters/postgres-counters.ts'
import { closeReadPushes } from '../push/queue/postgres-close-pushes.ts'
import type { CountersTable, NotificationsTable } from '../schema.ts'
import { removeNotifications } from '../triggers/postgres-notification-removal.ts'
import { toSeenAt } from './notification.ts'
import { createNotificationReadEvent, createNotificationSeenEvent, type ReadSelection } from './notification-events.ts'
import type { NotificationRepository } from './notification-repository.ts'
import { readNotifications } from './postgres-read-notifications.ts'

/** Number of notifications that one statement marks as read, so that every statement is short. */
const BATCH_SIZE = 5_000
/** Number of expired notifications that one transaction removes, so that it locks the counters of few members. */
const EXPIRED_BATCH_SIZE = 200

type TypedRow = Pick<NotificationsTable, 'type'> & { type: CounterChange['type'] }

/** Creates the notification repository on PostgreSQL. Unread counts are read in batches. */
export const createPostgresNotificationRepository = (
  pool: PostgresPool,
  newId: (at: Date) => string,
  unreadCountReader: Pick<UnreadCountReader, 'read'>,
): NotificationRepository => ({
  async list(memberId, { limit, after, skip }, type) {
    const { rows } = await pool.query<Pick<NotificationsTable, 'id' | 'updated_at'>>(
      `select id, updated_at from notifications
       where member_id = $1 and actor_count > 0
         ${type ? 'and type = $4' : 'and $4::text is null'} ${after ? 'and (updated_at, id) < ($5, $6)' : ''}
       order by updated_at desc, id desc limit $2 offset $3`,
      [memberId, limit + 1, skip, type ?? null, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map((row) => ({ _id: row.id, createdAt: row.updated_at }))
  },

  findMany: (ids) => readNotifications(pool, ids),

  async getCounts(memberId) {
    const { rows } = await pool.query<Pick<CountersTable, 'total' | 'unread'> & { type: keyof NotificationCounts }>({
      name: 'read-counts',
      text: 'select type, total, unread from counters where member_id = $1',
      values: [memberId],
    })
    const counts = createZeroCounts()
    const unread = createZeroCounts()
    for (const row of rows) {
      counts[row.type] = row.total
      unread[row.type] = row.unread
    }
    return { counts, unread }
  },

  getUnreadCounts: (memberId) => unreadCountReader.read(memberId),

  markRead: (memberId, id, at) =>
    withPostgresTransaction(pool, async (tx) => {
      await lockCounters(tx, [memberId])
      const { rows } = await tx.query<TypedRow & { was_read: boolean }>(
        `update notifications n set is_read = true from notifications was
         where n.id = $1 and n.member_id = $2 and n.actor_count > 0 and was.id = n.id
         returning n.type, was.is_read as was_read`,
        [id, memberId],
      )
      if (!rows[0]) throw new DomainError('notification_not_found')
      const { type, was_read } = rows[0]
      const changes = was_read ? [] : [{ memberId, type, total: 0, unread: -1 }]
      await closeReadPushes(tx, [{ memberId, referenceIds: [id] }], at)
      return recordRead(tx, changes, { ids: [id] }, { memberId, id: newId(at), at })
    }),

  markAllRead: (memberId, { types, before }, at) =>
    withPostgresTransaction(pool, async (tx) => {
      await lockCounters(tx, [memberId])
      const changes: CounterChange[] = []
      for (let marked = BATCH_SIZE; marked === BATCH_SIZE; ) {
        const { rows } = await tx.query<TypedRow & { marked: number; visible: number }>(
          `with marked as (
             update notifications set is_read = true where id in (
               select id from notifications
               where member_id = $1 and not is_read and updated_at <= $2 and type = any($3::text[]) limit ${BATCH_SIZE})
             returning type, actor_count)
           select type, count(*)::int as marked, (count(*) filter (where actor_count > 0))::int as visible
           from marked group by type`,
          [memberId, before, types],
        )
        marked = rows.reduce((sum, row) => sum + row.marked, 0)
        changes.push(...rows.map(({ type, visible }) => ({ memberId, type, total: 0, unread: -visible })))
      }
      const selection = { before: before.toISOString(), types: [...types] }
      await closeReadPushes(tx, [{ memberId, types, before }], at)
      return recordRead(tx, changes, selection, { memberId, id: newId(at), at })
    }),

  markSeen: (memberId, before, at) =>
    withPostgresTransaction(pool, async (tx) => {
      await lockCounters(tx, [memberId])
      const { rows } = await tx.query<Pick<CountersTable, 'seen_at'> & { newest: Date | null }>(
        `select seen_at, (select max(updated_at) from notifications where member_id = $1 and actor_count > 0) as newest
         from counters where member_id = $1 and type = 'all'`,
        [memberId],
      )
      const known = rows[0]?.seen_at ?? undefined
      const seenAt = toSeenAt(before, { seenAt: known, newest: rows[0]?.newest ?? undefined })
      const isChanged = seenAt?.getTime() !== known?.getTime()
      if (isChanged) {
        await tx.query(`update counters set seen_at = $2 where member_id = $1 and type = 'all'`, [memberId, seenAt])
      }
      const counts = (await readUnreadCounts(tx, [memberId]))(memberId)
      if (seenAt && isChanged) {
        await appendToPostgresOutbox(tx, createNotificationSeenEvent(seenAt, { memberId, counts, id: newId(at), at }))
      }
      return counts
    }),

  async deleteExpired(before, at) {
    // a notification was created before it last changed, and ids sort by creation: this reads the primary key
    const expired = { condition: 'id < $1 and updated_at < $2', values: [toLowestId(before), before] }
    const limit = EXPIRED_BATCH_SIZE
    const removed = await withPostgresTransaction(pool, (tx) =>
      removeNotifications({ tx, newId }, expired, { limit, at }),
    )
    return removed === limit
  },
})

const createZeroCounts = (): NotificationCounts =>
  Object.fromEntries([...NOTIFICATION_TYPES, 'all'].map((type) => [type, 0])) as NotificationCounts

/** Updates the counters and publishes the change, if there is any. Returns the unread counts. */
async function recordRead(
  tx: Queryable,
  changes: readonly CounterChange[],
  selection: ReadSelection,
  stamp: { memberId: string; id: string; at: Date },
): Promise<UnreadCounts> {
  await updateCounters(tx, changes)
  const counts = (await readUnreadCounts(tx, [stamp.memberId]))(stamp.memberId)
  if (changes.some((change) => change.unread !== 0)) {
    await appendToPostgresOutbox(tx, createNotificationReadEvent(selection, { ...stamp, counts }))
  }
  return counts
}
