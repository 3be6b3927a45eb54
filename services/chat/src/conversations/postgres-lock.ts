import type { Queryable } from '@meadow/storage'
import { inOrder, type LockedConversation, type Moved } from './conversation.ts'

type Row = { id: string; low_id: string; high_id: string; seq: number; rev: number }

const toLocked = ({ id, low_id, high_id, seq, rev }: Row, member: string): LockedConversation => ({
  _id: id,
  member,
  other: low_id === member ? high_id : low_id,
  seq,
  rev,
})

/** Locks what `member` has with `other`; undefined where that is nothing. */
export async function lockConversation(
  tx: Queryable,
  member: string,
  other: string,
): Promise<LockedConversation | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'lock-conversation',
    text: 'select id, low_id, high_id, seq, rev from conversations where low_id = $1 and high_id = $2 for update',
    values: inOrder(member, other),
  })
  return rows[0] && toLocked(rows[0], member)
}

/** Locks the conversation that a message belongs to; undefined unless it is one of the member's. */
export async function lockConversationOf(
  tx: Queryable,
  messageId: string,
  member: string,
): Promise<LockedConversation | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'lock-conversation-of',
    text: `select id, low_id, high_id, seq, rev from conversations
           where id = (select conversation_id from messages where id = $1) and $2 in (low_id, high_id) for update`,
    values: [messageId, member],
  })
  return rows[0] && toLocked(rows[0], member)
}

const MOVE = `
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

type Change = {
  /** A message that is new, and when it was written. */
  message?: { _id: string; at: Date }
  /** For whom how many more are unread; less than 0: fewer. */
  unread?: { of: string; by: number }
}

/** Counts one more change of a locked conversation: every change calls it, once. */
export async function moveConversation(
  tx: Queryable,
  { _id }: Pick<LockedConversation, '_id'>,
  { message, unread }: Change = {},
): Promise<Moved> {
  const values = [_id, message?._id ?? null, message?.at ?? null, unread?.of ?? null, unread?.by ?? 0]
  type Row = { seq: number; rev: number; moved_at: Date; messages: number | null; moves: string | null }
  const { rows } = await tx.query<Row>({ name: 'move-conversation', text: MOVE, values })
  const [row] = rows
  if (!row) throw new Error('The conversation is gone')
  const total = row.messages === null ? undefined : { messages: row.messages, changeSeq: Number(row.moves) }
  return { seq: row.seq, rev: row.rev, at: row.moved_at, unread: total }
}
