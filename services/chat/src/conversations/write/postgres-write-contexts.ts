import { isActiveBlockSql, visibleMemberLookupSql } from '@meadow/members'
import { type Queryable, toArrayParameter } from '@meadow/storage'
import type { Message } from '../../messages/message.ts'
import { participantJson } from '../../messages/postgres-read-messages.ts'
import type { ConversationsTable, UnreadTotalsTable } from '../../schema.ts'
import { type ConversationKind, isAddressable } from '../conversation.ts'
import { mutedUnreadSql } from '../marks/postgres-conversation-marks.ts'
import { unreadCountSql } from '../postgres-unread-count.ts'
import {
  type BatchConversation,
  type BatchEntry,
  type ConversationWrite,
  getWriterId,
  type MessageContext,
  type ReadContext,
} from './conversation-write.ts'

const MAX_INTEGER = 2 ** 31 - 1

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/**
 * The columns of the conversation, with its members, are null if there is none, or if another transaction holds it. `original` is
 * the stored message of the writer with the same `clientMessageId`; the total is that of the writer.
 */
type ContextRow = Nullable<Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at' | 'disappear_after'>> &
  Nullable<Pick<UnreadTotalsTable, 'messages' | 'moves'>> &
  Nullable<Pick<Message, 'sender' | 'recipient'>> & {
    kind: ConversationKind | null
    members: readonly (BatchConversation['members'][number] & { unread: number })[] | null
    original_id: string | null
    original_fingerprint: string | null
    hidden_ids: readonly string[] | null
    group_name: string | null
    unread_after: number
    is_visible: boolean
  }

/**
 * Locks the conversations that are free, in the order of their ids, so that two batches never wait for each other, and reads
 * what the rules need. The statement sees the database as it was before the locks (`snapshot`). If the `rev` of a conversation
 * was different then, another transaction has changed it since, and the conversation counts as held.
 */
export const LOCK_AND_READ_CONTEXTS = {
  name: 'lock-and-read-contexts',
  text: `
  with input as materialized (
    select position, writer_id, other_id, client_message_id, is_message, read_up_to, coalesce(conversation_id, (
      select id from conversations where low_id = least(writer_id, other_id) and high_id = greatest(writer_id, other_id) limit 1
    )) as conversation_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::integer[]) with ordinality
      as input (writer_id, other_id, conversation_id, client_message_id, is_message, read_up_to, position)
  ), locked as materialized (
    select id, kind, seq, rev, moved_at, disappear_after from conversations
    where id = any(array(select conversation_id from input)) order by id for update skip locked
  )
  select locked.id, locked.kind, locked.seq, locked.rev, locked.moved_at, locked.disappear_after, members.members, total.messages, total.moves,
    case when input.read_up_to < locked.seq then ${unreadCountSql('locked.id', 'input.writer_id', 'input.read_up_to')}
      else 0 end as unread_after,
    case when input.is_message and locked.kind <> 'direct' then array(
      select member_id from conversation_members m where m.conversation_id = locked.id
        and (${isActiveBlockSql('input.writer_id', 'm.member_id')} or ${isActiveBlockSql('m.member_id', 'input.writer_id')})
    ) end as hidden_ids,
    case when input.is_message and locked.kind = 'group' then (select name from groups where conversation_id = locked.id) end as group_name,
    original.id as original_id, original.fingerprint as original_fingerprint,
    case when s.id is not null
      then ${participantJson('s', 'from_id = input.writer_id and to_id = input.other_id')} end as sender,
    case when o.id is not null
      then ${participantJson('o', 'from_id = input.other_id and to_id = input.writer_id')} end as recipient,
    input.is_message and ${visibleMemberLookupSql('input.writer_id', 'input.other_id')} as is_visible
  from input
  left join lateral (select id, rev from conversations where id = input.conversation_id limit 1) snapshot on true
  left join locked on locked.id = snapshot.id and locked.rev = snapshot.rev
  left join lateral (
    select json_agg(json_build_object('_id', member_id, 'readUpTo', read_up_to, 'deliveredUpTo', delivered_up_to,
      'unread', unread, 'isMuted', coalesce(muted_until > now(), false), 'request', request)) as members
    from conversation_members where conversation_id = locked.id
  ) members on true
  left join lateral (
    select total.messages - ${mutedUnreadSql('total')} as messages, total.moves from unread_totals total
    where total.member_id = input.writer_id and input.read_up_to is not null limit 1
  ) total on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members
    where id = input.writer_id and input.is_message
    limit 1
  ) s on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members
    where id = input.other_id and input.is_message
    limit 1
  ) o on true
  left join lateral (
    select id, fingerprint from messages
    where sender_id = input.writer_id and client_message_id = input.client_message_id
    limit 1
  ) original on true
  order by input.position`,
} as const

/** Locks the free conversations of a batch, and returns each write with what decides on it, in the order of the batch. */
export async function lockAndReadContexts(tx: Queryable, writes: readonly ConversationWrite[]): Promise<BatchEntry[]> {
  const { rows } = await tx.query<ContextRow>({
    ...LOCK_AND_READ_CONTEXTS,
    values: [
      writes.map(getWriterId),
      writes.map(({ address }) => ('otherId' in address ? address.otherId : null)),
      writes.map(({ address }) => getConversationId(address)),
      writes.map((write) => (write.kind === 'message' ? (write.message.clientMessageId ?? null) : null)),
      writes.map(({ kind }) => kind === 'message'),
      writes.map((write) => (write.kind === 'read' ? (write.upToSeq ?? MAX_INTEGER) : null)),
    ].map(toArrayParameter),
  })
  return writes.map((write, index) => toBatchEntry(write, rows[index]))
}

function getConversationId(address: ConversationWrite['address']): string | null {
  if ('otherId' in address) return null
  return 'foundId' in address ? address.foundId : address.conversationId
}

function toBatchEntry(write: ConversationWrite, row: ContextRow | undefined): BatchEntry {
  if (!row) throw new Error('A write of the batch has no context')
  const conversation = toBatchConversation(write, row)
  if (write.kind === 'message') return { ...write, conversation, context: toMessageContext(write, row) }
  if (write.kind === 'read') return { ...write, conversation, context: toReadContext(write, row) }
  return { ...write, conversation }
}

/** Returns undefined if no conversation is locked, or if the writer is not one of its members. */
function toBatchConversation(write: ConversationWrite, row: ContextRow): BatchConversation | undefined {
  const { id: _id, kind, seq, rev, moved_at: movedAt, disappear_after: disappearAfter, members } = row
  if (_id === null || kind === null || seq === null || rev === null || movedAt === null || !members) return undefined
  const others = members.filter((member) => member._id !== getWriterId(write))
  if (others.length === members.length || !isAddressable(kind, write.address)) return undefined
  const otherId = kind === 'direct' ? (others[0]?._id ?? null) : null
  return { _id, seq, rev, movedAt, members, otherId, disappearAfter, groupName: row.group_name }
}

function toMessageContext({ address }: ConversationWrite, row: ContextRow): MessageContext {
  const { is_visible, hidden_ids, original_id: _id, original_fingerprint: fingerprint, sender, recipient } = row
  const isPair = 'otherId' in address
  return {
    isVisible: is_visible || !isPair,
    ...(hidden_ids && { hiddenIds: hidden_ids }),
    participants: sender && (recipient || !isPair) ? { sender, recipient } : undefined,
    original: _id !== null && fingerprint !== null ? { _id, fingerprint } : undefined,
  }
}

function toReadContext(write: ConversationWrite, { members, messages, moves, unread_after }: ContextRow): ReadContext {
  const reader = members?.find(({ _id }) => _id === getWriterId(write))
  const total = { messages: messages ?? 0, changeSeq: Number(moves ?? 0) }
  return { unreadCount: reader?.unread ?? 0, unreadAfter: unread_after, total }
}
