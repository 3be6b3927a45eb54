import { visibleMemberLookupSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { Message } from '../messages/message.ts'
import { participantJson } from '../messages/postgres-read-messages.ts'
import type { ConversationMembersTable, ConversationsTable, UnreadTotalsTable } from '../schema.ts'

/**
 * A conversation that a batch writes to, by its members. `message` reads what the rules of a new message need, too, and `read`
 * what is unread for the recipient, in total and after `upToSeq`, where undefined means the newest message.
 */
export type ContextRequest = {
  senderId: string
  recipientId: string
  message?: { clientMessageId: string | undefined } | undefined
  read?: { upToSeq: number | undefined } | undefined
}

const MAX_INTEGER = 2 ** 31 - 1

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/** The columns of the conversation are null if there is none, or if another transaction holds it. The marks are of the recipient. */
export type BatchContextRow = Nullable<Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'>> &
  Nullable<Pick<ConversationMembersTable, 'read_up_to' | 'delivered_up_to' | 'unread'>> &
  Nullable<Pick<UnreadTotalsTable, 'messages' | 'moves'>> &
  Nullable<Pick<Message, 'sender' | 'recipient'>> & {
    earlier_id: string | null
    earlier_fingerprint: string | null
    unread_after: number
    is_visible: boolean
  }

/**
 * Locks the conversations that are free, in the order of their ids, so that two batches never wait for each other, and reads
 * what the rules need. The statement sees the database as it was before the locks. If the `rev` of a conversation was
 * different then, another transaction has changed it since, and the conversation counts as held.
 */
export const LOCK_AND_READ_CONTEXTS = {
  name: 'lock-and-read-contexts',
  text: `
  with locked as materialized (
    select id, seq, rev, moved_at from conversations where id = any(array(
      select c.id from unnest($1::uuid[], $2::uuid[]) as pair (one_id, other_id)
      cross join lateral (
        select id from conversations
        where low_id = least(pair.one_id, pair.other_id) and high_id = greatest(pair.one_id, pair.other_id)
        limit 1
      ) c
    )) order by id for update skip locked
  )
  select locked.id, locked.seq, locked.rev, locked.moved_at, own.read_up_to, own.delivered_up_to,
    own.unread, total.messages, total.moves,
    case when input.read_up_to < locked.seq then (
      select count(*) filter (where sender_id = input.sender_id and deleted_at is null)::integer from (
        select sender_id, deleted_at from messages
        where conversation_id = locked.id and seq > input.read_up_to
        order by seq offset 0
      ) after
    ) else 0 end as unread_after,
    earlier.id as earlier_id, earlier.fingerprint as earlier_fingerprint,
    case when input.is_message
      then ${participantJson('s', 'from_id = input.sender_id and to_id = input.recipient_id')} end as sender,
    case when input.is_message
      then ${participantJson('o', 'from_id = input.recipient_id and to_id = input.sender_id')} end as recipient,
    input.is_message and ${visibleMemberLookupSql('input.sender_id', 'input.recipient_id')} as is_visible
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::integer[]) with ordinality
    as input (sender_id, recipient_id, client_message_id, is_message, read_up_to, position)
  left join lateral (
    select id, rev from conversations
    where low_id = least(input.sender_id, input.recipient_id) and high_id = greatest(input.sender_id, input.recipient_id)
    limit 1
  ) seen on true
  left join locked on locked.id = seen.id and locked.rev = seen.rev
  left join lateral (
    select read_up_to, delivered_up_to, unread from conversation_members
    where conversation_id = locked.id and member_id = input.recipient_id
    limit 1
  ) own on true
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
  ) earlier on true
  order by input.position`,
} as const

/** Locks conversations and reads the contexts of a batch, in the order of the requests. */
export async function lockAndReadContexts(
  tx: Queryable,
  requests: readonly ContextRequest[],
): Promise<BatchContextRow[]> {
  const { rows } = await tx.query<BatchContextRow>({
    ...LOCK_AND_READ_CONTEXTS,
    values: [
      requests.map(({ senderId }) => senderId),
      requests.map(({ recipientId }) => recipientId),
      requests.map(({ message }) => message?.clientMessageId ?? null),
      requests.map(({ message }) => message !== undefined),
      requests.map(({ read }) => (read ? (read.upToSeq ?? MAX_INTEGER) : null)),
    ],
  })
  return rows
}
