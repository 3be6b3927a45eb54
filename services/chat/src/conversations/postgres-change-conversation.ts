import type { Queryable } from '@meadow/storage'
import type { ConversationsTable, UnreadTotalsTable } from '../schema.ts'
import { type AppliedChange, type ConversationChange, type LockedConversation, orderMemberIds } from './conversation.ts'

type ConversationRow = Pick<ConversationsTable, 'id' | 'low_id' | 'high_id' | 'seq' | 'rev'>

const toLockedConversation = (
  { id, low_id, high_id, seq, rev }: ConversationRow,
  member: string,
): LockedConversation => ({
  _id: id,
  member,
  other: low_id === member ? high_id : low_id,
  seq,
  rev,
})

/** Locks the conversation between two members, for a change by `member`. Returns undefined if there is none. */
export async function lockConversation(
  tx: Queryable,
  member: string,
  other: string,
): Promise<LockedConversation | undefined> {
  const { rows } = await tx.query<ConversationRow>({
    name: 'lock-conversation',
    text: 'select id, low_id, high_id, seq, rev from conversations where low_id = $1 and high_id = $2 for update',
    values: orderMemberIds(member, other),
  })
  return rows[0] && toLockedConversation(rows[0], member)
}

/** Locks the conversation of a message. Returns undefined unless `member` is a participant. */
export async function lockConversationOfMessage(
  tx: Queryable,
  messageId: string,
  member: string,
): Promise<LockedConversation | undefined> {
  const { rows } = await tx.query<ConversationRow>({
    name: 'lock-conversation-of-message',
    text: `select id, low_id, high_id, seq, rev from conversations
           where id = (select conversation_id from messages where id = $1) and $2 in (low_id, high_id) for update`,
    values: [messageId, member],
  })
  return rows[0] && toLockedConversation(rows[0], member)
}

const APPLY_CONVERSATION_CHANGE = `
  with conversation as (
    update conversations set rev = rev + 1, seq = seq + (case when $2::uuid is null then 0 else 1 end),
      last_message_id = coalesce($2, last_message_id), moved_at = greatest(moved_at, $3)
    where id = $1 returning id, seq, rev, low_id, high_id, moved_at
  ), locked as (
    select t.member_id from unread_totals t join conversation c on t.member_id in (c.low_id, c.high_id)
    order by t.member_id for update of t
  ), totals as (
    update unread_totals t
    set moves = t.moves + 1, messages = t.messages + case when t.member_id = $4 then $5::integer else 0 end
    from locked where locked.member_id = t.member_id
    returning t.member_id, t.moves, t.messages
  ), members as (
    update conversation_members m
    set moves = totals.moves, moved_at = conversation.moved_at,
      unread = m.unread + case when m.member_id = $4 then $5::integer else 0 end
    from totals, conversation
    where m.conversation_id = conversation.id and m.member_id = totals.member_id
  )
  select seq, rev, moved_at, totals.messages, totals.moves
  from conversation left join totals on totals.member_id = $4`

type AppliedChangeRow = Pick<ConversationsTable, 'seq' | 'rev' | 'moved_at'> & {
  messages: UnreadTotalsTable['messages'] | null
  moves: UnreadTotalsTable['moves'] | null
}

/** Applies a change to a locked conversation and to the counters of both members. Every change calls it exactly once. */
export async function applyConversationChange(
  tx: Queryable,
  { _id }: Pick<LockedConversation, '_id'>,
  { message, unread }: ConversationChange = {},
): Promise<AppliedChange> {
  const { rows } = await tx.query<AppliedChangeRow>({
    name: 'apply-conversation-change',
    text: APPLY_CONVERSATION_CHANGE,
    values: [_id, message?._id ?? null, message?.at ?? null, unread?.of ?? null, unread?.by ?? 0],
  })
  const [row] = rows
  if (!row) throw new Error('The conversation does not exist any more')
  const total = row.messages === null ? undefined : { messages: row.messages, changeSeq: Number(row.moves) }
  return { seq: row.seq, rev: row.rev, at: row.moved_at, unread: total }
}
