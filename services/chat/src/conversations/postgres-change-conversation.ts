import { visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { ConversationMembersTable, ConversationsTable, UnreadTotalsTable } from '../schema.ts'
import {
  type AppliedChange,
  assertVisible,
  type ConversationAddress,
  type ConversationChange,
  type LockedConversation,
  orderMemberIds,
  type Relationship,
} from './conversation.ts'

/** Reads whether `member` may see `other`, and whether the two follow each other. */
export async function readRelationship(db: Queryable, member: string, other: string): Promise<Relationship> {
  const { rows } = await db.query<{ is_visible: boolean; is_mutual: boolean }>({
    name: 'read-relationship',
    text: `select ${visibleMemberSql('$1', '$2::uuid')} as is_visible, ${mutualFollowSql('$1', '$2')} as is_mutual`,
    values: [member, other],
  })
  return { isVisible: rows[0]?.is_visible ?? false, isMutual: rows[0]?.is_mutual ?? false }
}

/** Returns the SQL condition that two members follow each other. */
export const mutualFollowSql = (one: string, other: string): string => `(
  exists (select 1 from follows where from_id = ${one} and to_id = ${other} and active)
  and exists (select 1 from follows where from_id = ${other} and to_id = ${one} and active))`

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(db: Queryable, member: string, other: string): Promise<void> {
  assertVisible((await readRelationship(db, member, other)).isVisible)
}

/** A locked conversation with the marks and the unread count of the member who acts. */
export type ConversationWithMarks = LockedConversation & {
  readUpTo: number
  deliveredUpTo: number
  unreadCount: number
}

type ConversationRow = Pick<ConversationsTable, 'id' | 'seq' | 'rev'> &
  Pick<ConversationMembersTable, 'other_id' | 'read_up_to' | 'delivered_up_to' | 'unread'>

// Locks the conversation before the member's row, as every change does. The values are those after the wait for the locks.
const SELECT_CONVERSATION = `
  select c.id, own.other_id, c.seq, c.rev, own.read_up_to, own.delivered_up_to, own.unread
  from conversations c join conversation_members own on own.conversation_id = c.id and own.member_id = $1`

const toConversationWithMarks = (row: ConversationRow, member: string): ConversationWithMarks => ({
  _id: row.id,
  member,
  other: row.other_id,
  seq: row.seq,
  rev: row.rev,
  readUpTo: row.read_up_to,
  deliveredUpTo: row.delivered_up_to,
  unreadCount: row.unread,
})

/** Locks a conversation of `member`, for a change by them. Returns undefined if there is none, or if they are no member of it. */
export async function lockConversation(
  tx: Queryable,
  member: string,
  address: ConversationAddress,
): Promise<ConversationWithMarks | undefined> {
  const { rows } = await tx.query<ConversationRow>(
    'otherId' in address
      ? {
          name: 'lock-conversation',
          text: `${SELECT_CONVERSATION} where c.low_id = $2 and c.high_id = $3 for update of c, own`,
          values: [member, ...orderMemberIds(member, address.otherId)],
        }
      : {
          name: 'lock-conversation-by-id',
          text: `${SELECT_CONVERSATION} where c.id = $2 and c.kind <> 'direct' for update of c, own`,
          values: [member, address.conversationId],
        },
  )
  return rows[0] && toConversationWithMarks(rows[0], member)
}

/** Locks the conversation of a message. Returns undefined unless `member` is a member of it. */
export async function lockConversationOfMessage(
  tx: Queryable,
  messageId: string,
  member: string,
): Promise<ConversationWithMarks | undefined> {
  const { rows } = await tx.query<ConversationRow>({
    name: 'lock-conversation-of-message',
    text: `${SELECT_CONVERSATION}
           where c.id = (select conversation_id from messages where id = $2) for update of c, own`,
    values: [member, messageId],
  })
  return rows[0] && toConversationWithMarks(rows[0], member)
}

const APPLY_CONVERSATION_CHANGE = `
  with conversation as (
    update conversations set rev = rev + 1 where id = $1 returning id, rev
  ), locked as (
    select member_id from unread_totals
    where member_id = any(array(select member_id from conversation_members where conversation_id = $1))
    order by member_id for update
  ), totals as (
    update unread_totals t
    set moves = t.moves + 1, messages = t.messages + case when t.member_id = $2 then $3::integer else 0 end
    from locked where locked.member_id = t.member_id
    returning t.member_id, t.moves, t.messages
  ), members as (
    update conversation_members m
    set moves = totals.moves, unread = m.unread + case when m.member_id = $2 then $3::integer else 0 end
    from totals where m.conversation_id = $1 and m.member_id = totals.member_id
  )
  select rev, totals.messages, totals.moves from conversation left join totals on totals.member_id = $2`

type AppliedChangeRow = Pick<ConversationsTable, 'rev'> & {
  messages: UnreadTotalsTable['messages'] | null
  moves: UnreadTotalsTable['moves'] | null
}

/**
 * Applies a change to a locked conversation and to the counters of all its members. Every writer must raise the `rev` of the
 * conversation with each change, as this and `applyConversationChanges` do: a batch recognises by it a conversation that
 * another transaction has changed, and clients recognise missed changes. So each change calls it exactly once.
 */
export async function applyConversationChange(
  tx: Queryable,
  { _id }: Pick<LockedConversation, '_id'>,
  { unread }: ConversationChange = {},
): Promise<AppliedChange> {
  const { rows } = await tx.query<AppliedChangeRow>({
    name: 'apply-conversation-change',
    text: APPLY_CONVERSATION_CHANGE,
    values: [_id, unread?.of ?? null, unread?.by ?? 0],
  })
  const [row] = rows
  if (!row) throw new Error('The conversation does not exist any more')
  const total = row.messages === null ? undefined : { messages: row.messages, changeSeq: Number(row.moves) }
  return { rev: row.rev, unread: total }
}
