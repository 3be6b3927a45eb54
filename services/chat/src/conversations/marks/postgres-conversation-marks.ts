import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { ConversationMembersTable, ConversationsTable, UnreadTotalsTable } from '../../schema.ts'
import { assertVisibleMember } from '../postgres-relationship.ts'
import { unreadCountSql } from '../postgres-unread-count.ts'
import { type ConversationMarks, changeMarks, type StoreConversationMarks, toMarksView } from './conversation-marks.ts'

/** The columns of `conversation_members` with the marks of its member. */
export type MarksColumns = Pick<
  ConversationMembersTable,
  'muted_until' | 'pinned_at' | 'archived_seq' | 'is_unread' | 'cleared_up_to'
>

/** Returns the select list of `MarksColumns`, qualified by a table alias. */
export const marksColumns = (alias: string): string =>
  ['muted_until', 'pinned_at', 'archived_seq', 'is_unread', 'cleared_up_to']
    .map((name) => `${alias}.${name}`)
    .join(', ')

export const rowToMarks = (row: MarksColumns): ConversationMarks => ({
  mutedUntil: row.muted_until,
  pinnedAt: row.pinned_at,
  archivedSeq: row.archived_seq,
  isUnread: row.is_unread,
  clearedUpTo: row.cleared_up_to,
})

/** The condition that a conversation `c` is in the archive of its member `own`, now: see `isArchivedAt`. */
export const ARCHIVED_SQL =
  '(own.archived_seq is not null and (own.archived_seq >= c.seq or coalesce(own.muted_until > now(), false)))'

/**
 * Returns SQL for the number of unread messages in the conversations that a member mutes now. `total` is the alias of their row in
 * `unread_totals`. `added` is SQL for what the same statement adds to `muted.unread`, which is read as it was before the statement.
 */
export const mutedUnreadSql = (total: string, added = '0'): string => `
  case when ${total}.muted_until > now() then (
    select coalesce(sum(muted.unread + ${added}), 0) from conversation_members muted
    where muted.member_id = ${total}.member_id and muted.muted_until > now()
  )::integer else 0 end`

/** Creates `StoreConversationMarks` on PostgreSQL. It locks the row of the member in `unread_totals`, and a conversation only to clear it. */
export const createPostgresConversationMarks =
  (pool: Pool): StoreConversationMarks =>
  ({ memberId, otherId, change, at }) =>
    withPostgresTransaction(pool, async (tx) => {
      if (change.clearedUpTo !== undefined) await lockConversation(tx, memberId, otherId)
      await tx.query('select from unread_totals where member_id = $1 for update', [memberId])
      const found = await readMarks(tx, memberId, otherId)
      if (!found) {
        await assertVisibleMember(tx, memberId, otherId)
        throw new DomainError('not_found')
      }
      const { conversation_id: conversationId, seq, other_pins: otherPins } = found
      const marks = changeMarks(rowToMarks(found), change, { seq, otherPins, at })
      await tx.query(
        `with total as (
           insert into unread_totals as t (member_id, moves, muted_until)
           select $1, 1, greatest($3::timestamptz, (
             select max(other.muted_until) from conversation_members other
             where other.member_id = $1 and other.conversation_id <> $2 and other.muted_until is not null
           ))
           on conflict (member_id) do update set moves = t.moves + 1, muted_until = excluded.muted_until
           returning moves
         )
         update conversation_members m
         set muted_until = $3, pinned_at = $4, archived_seq = $5, is_unread = $6, cleared_up_to = $7, moves = total.moves
         from total where m.conversation_id = $2 and m.member_id = $1`,
        [
          memberId,
          conversationId,
          marks.mutedUntil,
          marks.pinnedAt,
          marks.archivedSeq,
          marks.isUnread,
          marks.clearedUpTo,
        ],
      )
      if (change.clearedUpTo !== undefined) await tx.query(COUNT_UNREAD_SQL, [memberId, conversationId])
      const { rows } = await tx.query<Pick<UnreadTotalsTable, 'messages' | 'moves'>>(
        `select messages - ${mutedUnreadSql('t')} as messages, moves from unread_totals t where member_id = $1`,
        [memberId],
      )
      const [total] = rows
      return {
        marks: toMarksView(marks, seq, at),
        total: { messages: total?.messages ?? 0, changeSeq: Number(total?.moves ?? 0) },
      }
    })

/** The condition that the row `own` is that of a member in the conversation with another one, or in a group. */
const OWN_ROW_SQL = `own.member_id = $1 and (own.other_id = $2 or (own.conversation_id = $2 and own.other_id is null))`

/**
 * Locks a conversation before the total of its member, as every write of a message does. Its `rev` rises: a write that has read what is unread
 * before this transaction commits, and locks the conversation afterwards, reads it again.
 */
const lockConversation = (tx: Queryable, memberId: string, otherId: string) =>
  tx.query(
    `update conversations set rev = rev + 1
     where id = any(array(select own.conversation_id from conversation_members own where ${OWN_ROW_SQL}))`,
    [memberId, otherId],
  )

/** Counts again what is unread for a member who has cleared a conversation: across a block no read mark has moved. */
const COUNT_UNREAD_SQL = `
  with counted as (
    select own.unread as before,
      least(own.unread, ${unreadCountSql('own.conversation_id', 'own.member_id', 'own.read_up_to')}) as unread
    from conversation_members own where own.member_id = $1 and own.conversation_id = $2
  ), total as (
    update unread_totals t set messages = t.messages + counted.unread - counted.before from counted where t.member_id = $1
  )
  update conversation_members m set unread = counted.unread from counted where m.member_id = $1 and m.conversation_id = $2`

type FoundMarksRow = MarksColumns &
  Pick<ConversationMembersTable, 'conversation_id'> &
  Pick<ConversationsTable, 'seq'> & { other_pins: number }

async function readMarks(tx: Queryable, memberId: string, otherId: string): Promise<FoundMarksRow | undefined> {
  const { rows } = await tx.query<FoundMarksRow>(
    `select own.conversation_id, c.seq, ${marksColumns('own')}, (
       select count(*)::integer from conversation_members pin
       where pin.member_id = $1 and pin.pinned_at is not null and pin.conversation_id <> own.conversation_id
     ) as other_pins
     from conversation_members own join conversations c on c.id = own.conversation_id
     where ${OWN_ROW_SQL}`,
    [memberId, otherId],
  )
  return rows[0]
}
