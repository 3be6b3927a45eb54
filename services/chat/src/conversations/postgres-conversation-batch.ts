import { type PipelinedTransaction, toArrayParameter } from '@meadow/storage'
import type { UnreadTotalsTable } from '../schema.ts'
import type { UnreadTotal } from './conversation.ts'

/**
 * The common table expressions that write conversations, the rows of their members, and the unread totals, which they lock in
 * the order of the members. Their parameters, from `$1` on, are those of `toChangeParameters`. `totals` has the unread totals
 * of the members.
 */
export const CONVERSATION_CHANGES_SQL = `
  conversation as (
    update conversations c
    set seq = input.seq, rev = input.rev, moved_at = input.moved_at,
      last_message_id = coalesce(input.last_message_id, c.last_message_id)
    from unnest($1::uuid[], $2::integer[], $3::integer[], $4::uuid[], $5::timestamptz[])
      as input (id, seq, rev, last_message_id, moved_at)
    where c.id = input.id
  ), side as materialized (
    select conversation_id, member_id, unread, moved_at, delivered_up_to, read_up_to,
      row_number() over (partition by member_id order by conversation_id) as change
    from unnest($6::uuid[], $7::uuid[], $8::integer[], $9::timestamptz[], $10::integer[], $11::integer[])
      as input (conversation_id, member_id, unread, moved_at, delivered_up_to, read_up_to)
  ), member as materialized (
    select member_id, sum(unread)::integer as unread, count(*) as changes from side group by member_id
  ), locked as materialized (
    select member_id from unread_totals where member_id = any(array(select member_id from member))
    order by member_id for update
  ), totals as (
    update unread_totals t set moves = t.moves + member.changes, messages = t.messages + member.unread
    from locked join member using (member_id) where t.member_id = locked.member_id
    returning t.member_id, t.messages, t.moves, t.moves - member.changes as moves_before
  ), members as (
    update conversation_members m
    set moves = totals.moves_before + side.change, moved_at = side.moved_at, unread = m.unread + side.unread,
      delivered_up_to = greatest(m.delivered_up_to, side.delivered_up_to),
      read_up_to = greatest(m.read_up_to, side.read_up_to)
    from side join totals using (member_id)
    where m.conversation_id = side.conversation_id and m.member_id = side.member_id
  )`

/**
 * The statements with which a batch changes conversations, with their names as prepared statements. Each lookup names ids, or
 * is a lateral subquery with a limit: the planner then uses the index even if it has planned on an empty table.
 */
export const CONVERSATION_BATCH_STATEMENTS = {
  applyChanges: {
    name: 'apply-conversation-changes',
    text: `with ${CONVERSATION_CHANGES_SQL} select member_id, messages, moves from totals`,
  },
} as const

/** What a batch changes for a member: `unread` is added to the unread count; marks only move forward. */
type ChangedMember = {
  _id: string
  unread: number
  deliveredUpTo?: number | undefined
  readUpTo?: number | undefined
}

/** A conversation after the changes of a batch, with all of its members. */
export type ChangedConversation = {
  _id: string
  seq: number
  rev: number
  movedAt: Date
  /** The newest message, if the batch adds one. */
  lastMessageId?: string
  members: readonly ChangedMember[]
}

/** Returns the parameters of `CONVERSATION_CHANGES_SQL`. */
export function toChangeParameters(changed: readonly ChangedConversation[]): unknown[] {
  const sides = changed.flatMap(({ _id, movedAt, members }) =>
    members.map((member) => ({ conversationId: _id, movedAt, ...member })),
  )
  return [
    changed.map(({ _id }) => _id),
    changed.map(({ seq }) => seq),
    changed.map(({ rev }) => rev),
    changed.map(({ lastMessageId }) => lastMessageId ?? null),
    changed.map(({ movedAt }) => movedAt),
    sides.map(({ conversationId }) => conversationId),
    sides.map(({ _id }) => _id),
    sides.map(({ unread }) => unread),
    sides.map(({ movedAt }) => movedAt),
    sides.map(({ deliveredUpTo }) => deliveredUpTo ?? null),
    sides.map(({ readUpTo }) => readUpTo ?? null),
  ].map(toArrayParameter)
}

/** A row of `totals`. */
export type UnreadTotalRow = Pick<UnreadTotalsTable, 'member_id' | 'messages' | 'moves'>

/** Returns the unread totals by member. */
export const toUnreadTotals = (rows: readonly UnreadTotalRow[]): Map<string, UnreadTotal> =>
  new Map(rows.map((row) => [row.member_id, { messages: row.messages, changeSeq: Number(row.moves) }]))

/**
 * Writes locked conversations and their members, and commits. Each conversation of a member gets a change number of its own
 * (`moves`), by which clients page through changes. The `rev` of each conversation must be higher than before (see
 * `applyConversationChange`). Returns the unread totals of the members.
 */
export async function applyConversationChanges(
  tx: PipelinedTransaction,
  changed: readonly ChangedConversation[],
): Promise<Map<string, UnreadTotal>> {
  const values = toChangeParameters(changed)
  const { rows } = await tx.queryAndCommit<UnreadTotalRow>({ ...CONVERSATION_BATCH_STATEMENTS.applyChanges, values })
  return toUnreadTotals(rows)
}
