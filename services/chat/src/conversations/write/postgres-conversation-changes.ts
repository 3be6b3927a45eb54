import { appendToOutboxSql, toOutboxValues } from '@meadow/events'
import { toFacetsColumn } from '@meadow/members'
import {
  type PipelinedTransaction,
  type Queryable,
  signalOnCommit,
  toArrayParameter,
  toJsonArrayParameter,
} from '@meadow/storage'
import type { UnreadTotalsTable } from '../../schema.ts'
import type { UnreadTotal } from '../conversation.ts'
import { mutedUnreadSql } from '../marks/postgres-conversation-marks.ts'
import type { ChangedConversation } from './change-conversation.ts'
import type { ConversationBatchPlan } from './plan-conversation-batch.ts'

/**
 * The common table expressions that write conversations, the rows of their members, and the unread totals, which they lock in
 * the order of the members. Each conversation of a member gets a change number of its own (`moves`), by which clients page through
 * changes. The parameters, from `$1` on, are those of `toChangeParameters`. `totals` has the unread totals of the members.
 */
const CONVERSATION_CHANGES_SQL = `
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
    returning t.member_id, t.messages, t.moves, t.moves - member.changes as moves_before, t.muted_until
  ), members as (
    update conversation_members m
    set moves = totals.moves_before + side.change, moved_at = side.moved_at, unread = m.unread + side.unread,
      delivered_up_to = greatest(m.delivered_up_to, side.delivered_up_to),
      read_up_to = greatest(m.read_up_to, side.read_up_to)
    from side join totals using (member_id)
    where m.conversation_id = side.conversation_id and m.member_id = side.member_id
  )`

/** Selects the unread totals, without what is unread in muted conversations. Members who mute none have a total that says so. */
const SELECT_TOTALS_SQL = `select totals.member_id, totals.moves, greatest(0, totals.messages - ${mutedUnreadSql(
  'totals',
  `coalesce((
    select side.unread from side where side.conversation_id = muted.conversation_id and side.member_id = muted.member_id
  ), 0)`,
)}) as messages from totals`

/**
 * The statements with which conversations are changed, with their names as prepared statements. Each lookup names ids, or is a
 * lateral subquery: the planner then uses the index even if it has planned on an empty table.
 */
export const CONVERSATION_CHANGE_STATEMENTS = {
  /** Writes changes without messages and events. Returns the unread totals. */
  writeChanges: {
    name: 'write-conversation-changes',
    text: `with ${CONVERSATION_CHANGES_SQL} ${SELECT_TOTALS_SQL}`,
  },
  /**
   * Writes the changes of the conversations, the messages with the counts of their threads, and the events. Returns the unread
   * totals. Fails if another transaction has stored a message of a sender with the same `client_message_id` meanwhile.
   */
  writeBatch: {
    name: 'write-conversation-batch',
    text: `
  with ${CONVERSATION_CHANGES_SQL}, thread as (
    update messages m set thread_count = m.thread_count + input.replies, rev = input.rev
    from (
      select thread_id, count(*)::integer as replies, max(rev) as rev
      from unnest($23::uuid[], $15::integer[]) as reply (thread_id, rev) where thread_id is not null group by thread_id
    ) input
    where m.id = input.thread_id
  ), inserted as (
    insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content, message_type,
      media, reply_to, thread_id, created_at, pictures, facets, voice, system, expires_at, is_forwarded)
    select * from unnest($12::uuid[], $13::uuid[], $14::integer[], $15::integer[], $16::uuid[], $17::uuid[], $18::text[],
      $19::text[], $20::text[], $21::jsonb[], $22::uuid[], $23::uuid[], $24::timestamptz[], $25::jsonb[],
      $26::jsonb[], $27::jsonb[], $28::jsonb[], $29::timestamptz[], $34::boolean[])
  ), event as (${appendToOutboxSql(`
    select id, topic, key, event from rows from (unnest($30::uuid[], $31::text[], $32::text[]), json_array_elements($33::json))
      with ordinality as event (id, topic, key, event, position) order by position`)}
  )
  ${SELECT_TOTALS_SQL}`,
  },
} as const

type UnreadTotalRow = Pick<UnreadTotalsTable, 'member_id' | 'messages' | 'moves'>

const toUnreadTotals = (rows: readonly UnreadTotalRow[]): Map<string, UnreadTotal> =>
  new Map(rows.map((row) => [row.member_id, { messages: row.messages, changeSeq: Number(row.moves) }]))

/** Returns the parameters of `CONVERSATION_CHANGES_SQL`. */
function toChangeParameters(changed: readonly ChangedConversation[]): unknown[] {
  const sides = changed.flatMap(({ _id: conversationId, movedAt, movedMembers, memberChanges }) =>
    movedMembers.map((member) => ({ conversationId, movedAt, memberId: member._id, ...memberChanges.get(member._id) })),
  )
  return [
    changed.map(({ _id }) => _id),
    changed.map(({ seq }) => seq),
    changed.map(({ rev }) => rev),
    changed.map(({ lastMessageId }) => lastMessageId ?? null),
    changed.map(({ movedAt }) => movedAt),
    sides.map(({ conversationId }) => conversationId),
    sides.map(({ memberId }) => memberId),
    sides.map(({ unread }) => unread ?? 0),
    sides.map(({ movedAt }) => movedAt),
    sides.map(({ deliveredUpTo }) => deliveredUpTo ?? 0),
    sides.map(({ readUpTo }) => readUpTo ?? 0),
  ].map(toArrayParameter)
}

/** Writes a locked conversation and the counters of its members. Returns the unread totals of the members, by their ids. */
export async function writeConversationChange(
  tx: Queryable,
  changed: ChangedConversation,
): Promise<Map<string, UnreadTotal>> {
  const values = toChangeParameters([changed])
  const { rows } = await tx.query<UnreadTotalRow>({ ...CONVERSATION_CHANGE_STATEMENTS.writeChanges, values })
  return toUnreadTotals(rows)
}

/** Writes all that a batch changes, and commits. Returns the unread totals of the members whose conversations have changed. */
export async function writeConversationBatch(
  tx: PipelinedTransaction,
  { changed, messages, events }: ConversationBatchPlan,
): Promise<Map<string, UnreadTotal>> {
  if (changed.length === 0) return new Map()
  const { writeChanges, writeBatch } = CONVERSATION_CHANGE_STATEMENTS
  if (events.length > 0) signalOnCommit(tx)
  const { rows } = await tx.queryAndCommit<UnreadTotalRow>(
    events.length === 0 && messages.length === 0
      ? { ...writeChanges, values: toChangeParameters(changed) }
      : {
          ...writeBatch,
          values: [
            ...toChangeParameters(changed),
            ...toMessageParameters(messages),
            ...toEventParameters(events),
            toArrayParameter(messages.map(({ stored }) => stored.isForwarded === true)),
          ],
        },
  )
  return toUnreadTotals(rows)
}

const toMessageParameters = (messages: ConversationBatchPlan['messages']): unknown[] =>
  [
    messages.map(({ stored }) => stored._id),
    messages.map(({ stored }) => stored.conversationId),
    messages.map(({ stored }) => stored.seq),
    messages.map(({ stored }) => stored.rev),
    messages.map(({ sender }) => sender._id),
    messages.map(({ stored }) => stored.clientMessageId),
    messages.map(({ message }) => message.fingerprint),
    messages.map(({ stored }) => stored.content),
    messages.map(({ stored }) => stored.messageType),
    messages.map(({ stored: { pictures } }) => (pictures[0] ? JSON.stringify(pictures[0]) : null)),
    messages.map(({ message }) => message.replyTo ?? null),
    messages.map(({ stored }) => stored.threadId),
    messages.map(({ stored }) => stored.createdAt),
    messages.map(({ stored: { pictures } }) => (pictures.length > 0 ? JSON.stringify(pictures) : null)),
    messages.map(({ stored: { facets } }) => toFacetsColumn(facets)),
    messages.map(({ stored: { voice } }) => (voice ? JSON.stringify(voice) : null)),
    messages.map(({ stored: { system } }) => (system ? JSON.stringify(system) : null)),
    messages.map(({ stored }) => stored.expiresAt ?? null),
  ].map(toArrayParameter)

function toEventParameters(events: ConversationBatchPlan['events']): unknown[] {
  const rows = events.map(toOutboxValues)
  return [
    ...[rows.map(([id]) => id), rows.map(([, topic]) => topic), rows.map(([, , key]) => key)].map(toArrayParameter),
    toJsonArrayParameter(rows.map(([, , , json]) => json)),
  ]
}
