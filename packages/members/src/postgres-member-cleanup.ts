import type { Queryable } from '@meadow/storage'
import type { MemberRetention } from './member-read-model.ts'
import type { MemberDataOwner } from './member-snapshot.ts'
import type { MemberRoundsTable } from './schema.ts'

const BATCH_SIZE = 1_000
const EDGE_TABLES = ['follows', 'blocks', 'mutes', 'privacy_exceptions'] as const

/** The primary keys of the tables. */
const KEYS = {
  members: 'id',
  member_former_usernames: 'username',
  follows: 'from_id, to_id',
  blocks: 'from_id, to_id',
  mutes: 'from_id, to_id',
  privacy_exceptions: 'from_id, to_id',
} as const

/** Deletes up to a batch of rows that `condition` selects in the order of an index. Returns true if there may be more. */
async function deleteBatch(
  db: Queryable,
  { from, where, orderBy }: { from: keyof typeof KEYS; where: string; orderBy: string },
  value: unknown,
): Promise<boolean> {
  const key = KEYS[from]
  const { rowCount } = await db.query(
    `delete from ${from} where (${key}) in (
       select ${key} from ${from} where ${where} order by ${orderBy} limit $2 for update skip locked)`,
    [value, BATCH_SIZE],
  )
  return rowCount === BATCH_SIZE
}

/** Marks a round as ended for one owner. Does nothing if the round is unknown. */
export async function endPostgresRound(db: Queryable, id: string, owner: MemberDataOwner): Promise<void> {
  await db.query(`update member_rounds set ${owner}_ended = true where id = $1`, [id])
}

/** Deletes a batch of an owner's rows that were not written since the newest round began which the owner has ended. */
export async function deleteStalePostgresRows(db: Queryable, owner: MemberDataOwner): Promise<boolean> {
  const { rows } = await db.query<Pick<MemberRoundsTable, 'number'>>(
    `select max(number) as number from member_rounds where ${owner}_ended having max(number) is not null`,
  )
  const [newest] = rows
  if (!newest) return false
  const stale = { where: 'heard < $1', orderBy: 'heard' }
  if (owner === 'auth')
    return deleteBatch(db, { ...stale, from: 'members', where: "heard < $1 and state <> 'erased'" }, newest.number)
  const results = []
  for (const from of EDGE_TABLES) results.push(await deleteBatch(db, { ...stale, from }, newest.number))
  return results.includes(true)
}

/** Deletes a batch of removed edges, of ended mutes, of erased members' ids, and of older rounds. Returns true if there may be more. */
export async function deleteExpiredPostgresRows(db: Queryable, retention: MemberRetention): Promise<boolean> {
  const { removedEdgesBefore, erasedBefore, roundsBefore, usernamesKeptBefore } = retention
  const results = []
  const removed = { where: 'not active and at < $1', orderBy: 'at' }
  for (const from of ['follows', 'blocks', 'privacy_exceptions'] as const)
    results.push(await deleteBatch(db, { ...removed, from }, removedEdgesBefore))
  results.push(await deleteBatch(db, { from: 'mutes', where: 'until < $1', orderBy: 'until' }, removedEdgesBefore))
  const erased = { from: 'members', where: "state = 'erased' and erased_at < $1", orderBy: 'erased_at' } as const
  if (erasedBefore) results.push(await deleteBatch(db, erased, erasedBefore))
  const freed = { from: 'member_former_usernames', where: 'kept_until < $1', orderBy: 'kept_until' } as const
  results.push(await deleteBatch(db, freed, usernamesKeptBefore))
  // the newest round stays: new rows have its number
  await db.query('delete from member_rounds where begun_at < $1 and number < (select max(number) from member_rounds)', [
    roundsBefore,
  ])
  return results.includes(true)
}
