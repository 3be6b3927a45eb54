import { NOTIFICATION_TYPES, type NotificationType } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'

/** By how much the counters of a member change. */
export type Step = { memberId: string; type: NotificationType; total: number; unread: number }

const ALL = 'all'

/**
 * Holds these members' counters, and with them their notifications, for the rest of the transaction: what is told about
 * a member keeps the order of the changes.
 */
export async function holdCounters(tx: Queryable, memberIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(memberIds)]
  const hold = () =>
    tx.query({
      name: 'hold-counters',
      text: `select from counters where type = '${ALL}' and member_id = any($1::uuid[]) order by member_id for update`,
      values: [ids],
    })
  if ((await hold()).rowCount === ids.length) return
  await tx.query(
    `insert into counters (member_id, type, total, unread)
     select member_id, type, 0, 0 from unnest($1::uuid[]) member_id, unnest($2::text[]) type order by member_id, type
     on conflict do nothing`,
    [ids, [...NOTIFICATION_TYPES, ALL]],
  )
  await hold()
}

/** Moves counters that are held. */
export async function moveCounters(tx: Queryable, moved: readonly Step[]): Promise<void> {
  if (moved.length === 0) return
  const steps = moved.flatMap((step) => [step, { ...step, type: ALL }])
  await tx.query({
    name: 'move-counters',
    text: `update counters known set total = known.total + step.total, unread = known.unread + step.unread
           from (
             select member_id, type, sum(total)::int as total, sum(unread)::int as unread
             from unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) as t (member_id, type, total, unread)
             group by member_id, type
           ) step where known.member_id = step.member_id and known.type = step.type`,
    values: [
      steps.map(({ memberId }) => memberId),
      steps.map(({ type }) => type),
      steps.map(({ total }) => total),
      steps.map(({ unread }) => unread),
    ],
  })
}

/** How many are unread, of each member who has counters. */
export async function unreadOf(db: Queryable, memberIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ member_id: string; unread: number }>({
    name: 'unread-of',
    text: `select member_id, unread from counters where member_id = any($1::uuid[]) and type = '${ALL}'`,
    values: [memberIds],
  })
  return new Map(rows.map(({ member_id, unread }) => [member_id, unread]))
}

/** One read by primary key, however many there are. */
export async function countUnread(db: Queryable, memberId: string): Promise<number> {
  const { rows } = await db.query<{ unread: number }>({
    name: 'count-unread',
    text: `select unread from counters where member_id = $1 and type = '${ALL}'`,
    values: [memberId],
  })
  return rows[0]?.unread ?? 0
}
