import { NOTIFICATION_TYPES, type NotificationType } from '@meadow/contracts'
import { MAX_UNSEEN_NOTIFICATIONS } from '@meadow/contracts/limits'
import { type BatchReader, createBatchReader, type Queryable, toArrayParameter } from '@meadow/storage'
import type { CountersTable } from '../schema.ts'

/** A change of a member's counters of one notification type, as differences. */
export type CounterChange = { memberId: string; type: NotificationType; total: number; unread: number }

/** The numbers of unread notifications of a member, and of those that the member has not seen either. */
export type UnreadCounts = { unread: number; unseen: number }

const ALL_TYPES = 'all'
const NO_UNREAD: UnreadCounts = { unread: 0, unseen: 0 }

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
 * length of the array from the planner: otherwise PostgreSQL would plan the statement again for each small batch. The unseen
 * ones are counted by an index, up to a maximum.
 */
export const READ_UNREAD_COUNTS = {
  name: 'read-unread-counts',
  text: `
  select member.id as member_id, counter.unread, unseen.count as unseen from unnest((select $1::uuid[])) as member (id)
  cross join lateral (
    select unread, seen_at from counters where member_id = member.id and type = '${ALL_TYPES}' limit 1
  ) counter
  cross join lateral (
    select count(*)::int from (
      select from notifications n
      where n.member_id = member.id and not n.is_read and n.actor_count > 0
        and n.updated_at > coalesce(counter.seen_at, '-infinity')
      limit ${MAX_UNSEEN_NOTIFICATIONS}
    ) newer
  ) unseen`,
}

/** Returns the unread counts of these members. Members without counters have no notifications. */
export async function readUnreadCounts(
  db: Queryable,
  memberIds: readonly string[],
): Promise<(memberId: string) => UnreadCounts> {
  const values = [toArrayParameter(memberIds)]
  const { rows } = await db.query<UnreadCounts & Pick<CountersTable, 'member_id'>>({ ...READ_UNREAD_COUNTS, values })
  const byMember = new Map(rows.map(({ member_id, unread, unseen }) => [member_id, { unread, unseen }]))
  return (memberId) => byMember.get(memberId) ?? NO_UNREAD
}

/** Reads the unread counts of members by their ids. */
export type UnreadCountReader = BatchReader<string, UnreadCounts>

/** Creates the reader of unread counts. */
export const createPostgresUnreadCountReader = (db: Queryable): UnreadCountReader =>
  createBatchReader({
    name: 'unread-counts',
    async readBatch(memberIds) {
      return memberIds.map(await readUnreadCounts(db, memberIds))
    },
  })
