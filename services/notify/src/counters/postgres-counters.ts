import { NOTIFICATION_TYPES, type NotificationType } from '@meadow/contracts'
import { type BatchReader, createBatchReader, type Queryable, toArrayParameter } from '@meadow/storage'
import type { CountersTable } from '../schema.ts'

/** A change of a member's counters of one notification type, as differences. */
export type CounterChange = { memberId: string; type: NotificationType; total: number; unread: number }

const ALL_TYPES = 'all'

/**
 * Locks the counters of these members until the end of the transaction. The lock also covers the members' notifications,
 * so that the events of a member are in the order of the changes.
 */
export async function lockCounters(tx: Queryable, memberIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(memberIds)]
  const lock = () =>
    tx.query({
      name: 'lock-counters',
      text: `select from counters where type = '${ALL_TYPES}' and member_id = any($1::uuid[]) order by member_id for update`,
      values: [ids],
    })
  if ((await lock()).rowCount === ids.length) return
  await tx.query(
    `insert into counters (member_id, type, total, unread)
     select member_id, type, 0, 0 from unnest($1::uuid[]) member_id, unnest($2::text[]) type order by member_id, type
     on conflict do nothing`,
    [ids, [...NOTIFICATION_TYPES, ALL_TYPES]],
  )
  await lock()
}

/** Adds the differences to counters that are locked. */
export async function updateCounters(tx: Queryable, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.flatMap((change) => [change, { ...change, type: ALL_TYPES }])
  await tx.query({
    name: 'update-counters',
    text: `update counters known set total = known.total + change.total, unread = known.unread + change.unread
           from (
             select member_id, type, sum(total)::int as total, sum(unread)::int as unread
             from unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) as t (member_id, type, total, unread)
             group by member_id, type
           ) change where known.member_id = change.member_id and known.type = change.type`,
    values: [
      rows.map(({ memberId }) => memberId),
      rows.map(({ type }) => type),
      rows.map(({ total }) => total),
      rows.map(({ unread }) => unread),
    ],
  })
}

/**
 * Looks up each member by the primary key; `limit 1` prevents a join that reads the whole table. The sub-select hides the
 * length of the array from the planner: otherwise PostgreSQL would plan the statement again for each small batch.
 */
export const READ_UNREAD_COUNTS = {
  name: 'read-unread-counts',
  text: `
  select member.id as member_id, counter.unread from unnest((select $1::uuid[])) as member (id)
  cross join lateral (select unread from counters where member_id = member.id and type = '${ALL_TYPES}' limit 1) counter`,
}

/** Returns the unread counts of the members that have counters. */
export async function readUnreadCounts(db: Queryable, memberIds: readonly string[]): Promise<Map<string, number>> {
  const values = [toArrayParameter(memberIds)]
  const { rows } = await db.query<Pick<CountersTable, 'member_id' | 'unread'>>({ ...READ_UNREAD_COUNTS, values })
  return new Map(rows.map(({ member_id, unread }) => [member_id, unread]))
}

/** Reads the unread counts of members by their ids. */
export type UnreadCountReader = BatchReader<string, number>

/** Creates the reader of unread counts. Members without counters have no unread notifications. */
export const createPostgresUnreadCountReader = (db: Queryable): UnreadCountReader =>
  createBatchReader({
    name: 'unread-counts',
    async readBatch(memberIds) {
      const counts = await readUnreadCounts(db, memberIds)
      return memberIds.map((memberId) => counts.get(memberId) ?? 0)
    },
  })

/** Returns a member's unread count within a transaction, by one read of a primary key. */
export async function readUnreadCount(tx: Queryable, memberId: string): Promise<number> {
  const { rows } = await tx.query<Pick<CountersTable, 'unread'>>({
    name: 'read-unread-count',
    text: `select unread from counters where member_id = $1 and type = '${ALL_TYPES}'`,
    values: [memberId],
  })
  return rows[0]?.unread ?? 0
}
