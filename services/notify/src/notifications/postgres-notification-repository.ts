import { NOTIFICATION_TYPES, type NotificationCounts } from '@meadow/contracts'
import { appendToOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Postgres, type Queryable, transaction } from '@meadow/storage'
import { countUnread, holdCounters, moveCounters, type Step } from '../counters/postgres-counters.ts'
import type { NotificationRepository } from './notification-repository.ts'
import { readNotifications } from './postgres-read-notifications.ts'

/** So many are marked by one statement: none takes long, however many there are. */
const AT_ONCE = 5_000

export const postgresNotifications = (pool: Postgres): NotificationRepository => ({
  async list(memberId, { limit, after, skip }, type) {
    const { rows } = await pool.query<{ id: string; updated_at: Date }>(
      `select id, updated_at from notifications
       where member_id = $1 and actor_count > 0
         ${type ? 'and type = $4' : 'and $4::text is null'} ${after ? 'and (updated_at, id) < ($5, $6)' : ''}
       order by updated_at desc, id desc limit $2 offset $3`,
      [memberId, limit + 1, skip, type ?? null, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map((row) => ({ _id: row.id, createdAt: row.updated_at }))
  },

  findMany: (ids) => readNotifications(pool, ids),

  async counts(memberId) {
    const { rows } = await pool.query<{ type: keyof NotificationCounts; total: number; unread: number }>({
      name: 'counts',
      text: 'select type, total, unread from counters where member_id = $1',
      values: [memberId],
    })
    const counts = none()
    const unread = none()
    for (const row of rows) {
      counts[row.type] = row.total
      unread[row.type] = row.unread
    }
    return { counts, unread }
  },

  unread: (memberId) => countUnread(pool, memberId),

  read: (memberId, id, announce) =>
    transaction(pool, async (tx) => {
      await holdCounters(tx, [memberId])
      const { rows } = await tx.query<{ type: Step['type']; was_read: boolean }>(
        `update notifications n set is_read = true from notifications was
         where n.id = $1 and n.member_id = $2 and n.actor_count > 0 and was.id = n.id
         returning n.type, was.is_read as was_read`,
        [id, memberId],
      )
      if (!rows[0]) throw new DomainError('notification_not_found')
      const { type, was_read } = rows[0]
      return count(tx, memberId, was_read ? [] : [{ memberId, type, total: 0, unread: -1 }], announce)
    }),

  readAll: (memberId, { types, before }, announce) =>
    transaction(pool, async (tx) => {
      await holdCounters(tx, [memberId])
      const steps: Step[] = []
      for (let marked = AT_ONCE; marked === AT_ONCE; ) {
        const { rows } = await tx.query<{ type: Step['type']; marked: number; seen: number }>(
          `with marked as (
             update notifications set is_read = true where id in (
               select id from notifications
               where member_id = $1 and not is_read and updated_at <= $2 and type = any($3::text[]) limit ${AT_ONCE})
             returning type, actor_count)
           select type, count(*)::int as marked, (count(*) filter (where actor_count > 0))::int as seen
           from marked group by type`,
          [memberId, before, types],
        )
        marked = rows.reduce((sum, row) => sum + row.marked, 0)
        steps.push(...rows.map(({ type, seen }) => ({ memberId, type, total: 0, unread: -seen })))
      }
      return count(tx, memberId, steps, announce)
    }),
})

const none = (): NotificationCounts =>
  Object.fromEntries([...NOTIFICATION_TYPES, 'all'].map((type) => [type, 0])) as NotificationCounts

/** Takes what was read off the counters, and tells it if there was any. */
async function count(
  tx: Queryable,
  memberId: string,
  steps: readonly Step[],
  announce: Parameters<NotificationRepository['read']>[2],
) {
  await moveCounters(tx, steps)
  const unread = await countUnread(tx, memberId)
  const changed = steps.some((step) => step.unread !== 0)
  if (changed) await appendToOutbox(tx, announce(unread))
  return { unread, changed }
}
