import { visibleMemberLookupSql } from '@meadow/members'
import { type Queryable, toArrayParameter } from '@meadow/storage'
import type { Message } from '../messages/message.ts'
import { participantJson } from '../messages/postgres-read-messages.ts'
import type { ConversationMembersTable, ConversationsTable, UnreadTotalsTable } from '../schema.ts'
import type { ConversationAddress, MemberMarks } from './conversation.ts'

/**
 * A conversation that a batch writes to for `memberId`: the sender of a message, or the member whose marks move. `message`
 * reads what the rules of a new message need, too, and `read` what is unread for the member, in total and after `upToSeq`,
 * where undefined means the newest message.
 */
export type ContextRequest = {
  memberId: string
  address: ConversationAddress
  message?: { clientMessageId: string | undefined } | undefined
  read?: { upToSeq: number | undefined } | undefined
}

const MAX_INTEGER = 2 ** 31 - 1

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/**
 * The columns of the conversation are null if there is none, or if another transaction holds it. The marks are those of the
 * member who reads or receives; for a message to a pair, those of its recipient; null for other messages. `original` is the
 * stored message of the sender with the same `clientMessageId`.
 */
type BatchContextRow = Nullable<Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'>> &
  Nullable<Pick<ConversationMembersTable, 'read_up_to' | 'delivered_up_to' | 'unread'>> &
  Nullable<Pick<UnreadTotalsTable, 'messages' | 'moves'>> &
  Nullable<Pick<Message, 'sender' | 'recipient'>> & {
    original_id: string | null
    original_fingerprint: string | null
    unread_after: number
    is_visible: boolean
  }

/** A member of a conversation, with their marks. */
type MarkedMember = MemberMarks & { _id: string }

/** The rows that a batch reads for a request. `members` are those of a conversation that is addressed by its id. */
export type BatchContext = BatchContextRow & { members?: readonly MarkedMember[] | undefined }

/**
 * Locks the conversations that are free, in the order of their ids, so that two batches never wait for each other, and reads
 * what the rules need. The statement sees the database as it was before the locks (`snapshot`). If the `rev` of a conversation
 * was different then, another transaction has changed it since, and the conversation counts as held: so every writer must raise
 * `rev` with each change of a conversation or its members.
 */
const lockAndReadContextsSql = ({ lockedIds, snapshot }: ContextSources): string => `
  with locked as materialized (
    select id, seq, rev, moved_at from conversations where id = any(${lockedIds}) order by id for update skip locked
  )
  select locked.id, locked.seq, locked.rev, locked.moved_at, marks.read_up_to, marks.delivered_up_to,
    marks.unread, total.messages, total.moves,
    case when input.read_up_to < locked.seq then (
      select count(*) filter (where sender_id <> input.recipient_id and deleted_at is null)::integer from (
        select sender_id, deleted_at from messages
        where conversation_id = locked.id and seq > input.read_up_to
        order by seq offset 0
      ) after
    ) else 0 end as unread_after,
    original.id as original_id, original.fingerprint as original_fingerprint,
    case when input.is_message
      then ${participantJson('s', 'from_id = input.sender_id and to_id = input.recipient_id')} end as sender,
    case when input.is_message and input.recipient_id is not null
      then ${participantJson('o', 'from_id = input.recipient_id and to_id = input.sender_id')} end as recipient,
    input.is_message and ${visibleMemberLookupSql('input.sender_id', 'input.recipient_id')} as is_visible
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::integer[]) with ordinality
    as input (sender_id, recipient_id, client_message_id, is_message, read_up_to, position)
  ${snapshot}
  left join locked on locked.id = snapshot.id and locked.rev = snapshot.rev
  left join lateral (
    select read_up_to, delivered_up_to, unread from conversation_members
    where conversation_id = locked.id and member_id = input.recipient_id
    limit 1
  ) marks on true
  left join lateral (
    select messages, moves from unread_totals where member_id = input.recipient_id and input.read_up_to is not null limit 1
  ) total on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members
    where id = input.sender_id and input.is_message
    limit 1
  ) s on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members
    where id = input.recipient_id and input.is_message
    limit 1
  ) o on true
  left join lateral (
    select id, fingerprint from messages
    where sender_id = input.sender_id and client_message_id = input.client_message_id
    limit 1
  ) original on true
  order by input.position`

/** The SQL that finds the conversations of a batch: the ids to lock, and a join with `snapshot` for each request. */
type ContextSources = { lockedIds: string; snapshot: string }

/** Returns the SQL for the direct conversation of two members. */
const findPairSql = (one: string, other: string): string => `
    select id, rev from conversations where low_id = least(${one}, ${other}) and high_id = greatest(${one}, ${other})
    limit 1`

const PAIR_IDS = `array(
      select c.id from unnest($1::uuid[], $2::uuid[]) as pair (one_id, other_id)
      cross join lateral (${findPairSql('pair.one_id', 'pair.other_id')}) c
    )`

/** The statements that lock and read: for a batch of pairs alone, and for one that addresses other conversations, too. */
export const CONTEXT_STATEMENTS = {
  pairs: {
    name: 'lock-and-read-contexts',
    text: lockAndReadContextsSql({
      lockedIds: PAIR_IDS,
      snapshot: `left join lateral (${findPairSql('input.sender_id', 'input.recipient_id')}) snapshot on true`,
    }),
  },
  pairsAndOthers: {
    name: 'lock-and-read-all-contexts',
    text: lockAndReadContextsSql({
      lockedIds: `${PAIR_IDS} || $6::uuid[]`,
      snapshot: `
  left join lateral (${findPairSql('input.sender_id', 'input.recipient_id')}) direct on true
  left join lateral (
    select id, rev from conversations where id = ($6::uuid[])[input.position] and kind <> 'direct' limit 1
  ) named on true
  cross join lateral (
    select coalesce(direct.id, named.id) as id, coalesce(direct.rev, named.rev) as rev
  ) snapshot`,
    }),
  },
} as const

/** Reads the members of locked conversations. */
export const READ_CONVERSATION_MEMBERS = {
  name: 'read-conversation-members',
  text: `
  select conversation_id, member_id, read_up_to, delivered_up_to from conversation_members
  where conversation_id = any((select $1::uuid[])::uuid[]) order by member_id`,
} as const

/**
 * Locks conversations and reads the contexts of a batch, in the order of the requests, in one statement. A second one reads the
 * members of conversations that are addressed by their ids.
 */
export async function lockAndReadContexts(tx: Queryable, requests: readonly ContextRequest[]): Promise<BatchContext[]> {
  const inputs = requests.map(toContextInput)
  const hasOthers = inputs.some(({ conversationId }) => conversationId !== null)
  const { rows } = await tx.query<BatchContextRow>({
    ...(hasOthers ? CONTEXT_STATEMENTS.pairsAndOthers : CONTEXT_STATEMENTS.pairs),
    values: [
      inputs.map(({ senderId }) => senderId),
      inputs.map(({ recipientId }) => recipientId),
      requests.map(({ message }) => message?.clientMessageId ?? null),
      requests.map(({ message }) => message !== undefined),
      requests.map(({ read }) => (read ? (read.upToSeq ?? MAX_INTEGER) : null)),
      ...(hasOthers ? [inputs.map(({ conversationId }) => conversationId)] : []),
    ].map(toArrayParameter),
  })
  if (!hasOthers) return rows
  const namedIds = rows.flatMap(({ id }, index) => (inputs[index]?.conversationId && id ? [id] : []))
  const members = await readConversationMembers(tx, namedIds)
  return rows.map((row, index) =>
    inputs[index]?.conversationId ? { ...row, members: members.get(row.id ?? '') ?? [] } : row,
  )
}

/** Returns the members of a pair in their roles, or the one member who acts in a conversation of another kind. */
function toContextInput({ memberId, address, message }: ContextRequest) {
  const otherId = 'otherId' in address ? address.otherId : null
  const [senderId, recipientId] = message ? [memberId, otherId] : [otherId, memberId]
  return { senderId, recipientId, conversationId: 'otherId' in address ? null : address.conversationId }
}

async function readConversationMembers(tx: Queryable, ids: readonly string[]): Promise<Map<string, MarkedMember[]>> {
  type MemberRow = Pick<ConversationMembersTable, 'conversation_id' | 'member_id' | 'read_up_to' | 'delivered_up_to'>
  const { rows } = await tx.query<MemberRow>({ ...READ_CONVERSATION_MEMBERS, values: [ids] })
  const rowsById = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
  const toMember = (row: MemberRow) => ({
    _id: row.member_id,
    readUpTo: row.read_up_to,
    deliveredUpTo: row.delivered_up_to,
  })
  return new Map([...rowsById].map(([id, members]) => [id, members.map(toMember)]))
}
