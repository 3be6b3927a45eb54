import type { Queryable } from '@meadow/storage'
import type { ConversationsTable, UnreadTotalsTable } from '../schema.ts'
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
    select conversation_id, member_id, unread, moved_at,
      row_number() over (partition by member_id order by conversation_id) as change
    from unnest($6::uuid[], $7::uuid[], $8::integer[], $9::timestamptz[]) as input (conversation_id, member_id, unread, moved_at)
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
    set moves = totals.moves_before + side.change, moved_at = side.moved_at, unread = m.unread + side.unread
    from side join totals using (member_id)
    where m.conversation_id = side.conversation_id and m.member_id = side.member_id
  )`

/**
 * The statements with which a batch changes conversations, with their names as prepared statements. Each lookup names ids, or
 * is a lateral subquery with a limit: the planner then uses the index even if it has planned on an empty table.
 */
export const CONVERSATION_BATCH_STATEMENTS = {
  lockFreeConversations: {
    name: 'lock-free-conversations',
    text: `
  select id from conversations where id = any(array(
    select c.id from unnest($1::uuid[], $2::uuid[]) as pair (one_id, other_id)
    cross join lateral (
      select id from conversations
      where low_id = least(pair.one_id, pair.other_id) and high_id = greatest(pair.one_id, pair.other_id)
      limit 1
    ) c
  )) order by id for update skip locked`,
  },
  applyChanges: {
    name: 'apply-conversation-changes',
    text: `with ${CONVERSATION_CHANGES_SQL} select member_id, messages, moves from totals`,
  },
} as const

/**
 * Locks the conversations of pairs of members, in the order of their ids, so that two batches never wait for each other.
 * Leaves out those that another transaction holds: one slow transaction must not delay the others. Returns the locked ids.
 */
export async function lockFreeConversations(
  tx: Queryable,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<string[]> {
  const { rows } = await tx.query<Pick<ConversationsTable, 'id'>>({
    ...CONVERSATION_BATCH_STATEMENTS.lockFreeConversations,
    values: [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  })
  return rows.map(({ id }) => id)
}

/** A conversation after the changes of a batch. `unread` is added to the unread counts of its members. */
export type ChangedConversation = {
  _id: string
  seq: number
  rev: number
  movedAt: Date
  /** The newest message, if the batch adds one. */
  lastMessageId?: string
  unread: readonly (readonly [memberId: string, by: number])[]
}

/** Returns the parameters of `CONVERSATION_CHANGES_SQL`. */
export function toChangeParameters(changed: readonly ChangedConversation[]): unknown[] {
  const sides = changed.flatMap(({ _id, movedAt, unread }) =>
    unread.map(([memberId, by]) => ({ _id, memberId, by, movedAt })),
  )
  return [
    changed.map(({ _id }) => _id),
    changed.map(({ seq }) => seq),
    changed.map(({ rev }) => rev),
    changed.map(({ lastMessageId }) => lastMessageId ?? null),
    changed.map(({ movedAt }) => movedAt),
    sides.map(({ _id }) => _id),
    sides.map(({ memberId }) => memberId),
    sides.map(({ by }) => by),
    sides.map(({ movedAt }) => movedAt),
  ]
}

/** A row of `totals`. */
export type UnreadTotalRow = Pick<UnreadTotalsTable, 'member_id' | 'messages' | 'moves'>

/** Returns the unread totals by member. */
export const toUnreadTotals = (rows: readonly UnreadTotalRow[]): Map<string, UnreadTotal> =>
  new Map(rows.map((row) => [row.member_id, { messages: row.messages, changeSeq: Number(row.moves) }]))

/**
 * Writes locked conversations and their members. Each conversation of a member gets a change number of its own (`moves`), by
 * which clients page through changes. Returns the unread totals of the members.
 */
export async function applyConversationChanges(
  tx: Queryable,
  changed: readonly ChangedConversation[],
): Promise<Map<string, UnreadTotal>> {
  const values = toChangeParameters(changed)
  const { rows } = await tx.query<UnreadTotalRow>({ ...CONVERSATION_BATCH_STATEMENTS.applyChanges, values })
  return toUnreadTotals(rows)
}
