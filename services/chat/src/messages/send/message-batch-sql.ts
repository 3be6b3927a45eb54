import { appendToOutboxSql } from '@meadow/events'
import { visibleMemberLookupSql } from '@meadow/members'
import { CONVERSATION_CHANGES_SQL } from '../../conversations/postgres-conversation-batch.ts'
import { participantJson, quoteJson } from '../postgres-read-messages.ts'

/** The statements of a batch of messages, with their names as prepared statements, written like those of conversations. */
export const MESSAGE_BATCH_STATEMENTS = {
  /** Reads what the rules need, and how the messages show their members. It must run after the locks, as a statement of its own. */
  readContexts: {
    name: 'read-message-contexts',
    text: `
  select c.id, c.seq, c.rev, c.moved_at, own.read_up_to, own.delivered_up_to,
    earlier.id as earlier_id, earlier.fingerprint as earlier_fingerprint,
    ${participantJson('s', 'from_id = input.sender_id and to_id = input.recipient_id')} as sender,
    ${participantJson('o', 'from_id = input.recipient_id and to_id = input.sender_id')} as recipient,
    ${visibleMemberLookupSql('input.sender_id', 'input.recipient_id')} as is_visible
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality
    as input (sender_id, recipient_id, client_message_id, position)
  left join lateral (
    select id, seq, rev, moved_at from conversations
    where low_id = least(input.sender_id, input.recipient_id) and high_id = greatest(input.sender_id, input.recipient_id)
      and id = any($4::uuid[])
    limit 1
  ) c on true
  left join lateral (
    select read_up_to, delivered_up_to from conversation_members
    where conversation_id = c.id and member_id = input.recipient_id
    limit 1
  ) own on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members where id = input.sender_id limit 1
  ) s on true
  left join lateral (
    select id, username, full_name, avatar, is_verified from members where id = input.recipient_id limit 1
  ) o on true
  left join lateral (
    select id, fingerprint from messages
    where sender_id = input.sender_id and client_message_id = input.client_message_id
    limit 1
  ) earlier on true
  order by input.position`,
  },
  /** Reads the messages that a batch references. */
  readReferenced: {
    name: 'read-referenced-messages',
    text: `
  select q.id, q.thread_id, q.conversation_id, ${quoteJson('q')} as quote from messages q
  where q.id = any((select $1::uuid[])::uuid[]) and q.deleted_at is null`,
  },
  /**
   * Writes the changes of the conversations, the messages with the counts of their threads, and the events. Returns the unread
   * totals, each with the number of inserted messages.
   */
  writeMessages: {
    name: 'write-messages',
    text: `
  with ${CONVERSATION_CHANGES_SQL}, thread as (
    update messages m set thread_count = m.thread_count + input.replies, rev = input.rev
    from (
      select thread_id, count(*)::integer as replies, max(rev) as rev
      from unnest($21::uuid[], $13::integer[]) as reply (thread_id, rev) where thread_id is not null group by thread_id
    ) input
    where m.id = input.thread_id
  ), inserted as (
    insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content, message_type,
      media, reply_to, thread_id, created_at, pictures)
    select * from unnest($10::uuid[], $11::uuid[], $12::integer[], $13::integer[], $14::uuid[], $15::uuid[], $16::text[],
      $17::text[], $18::text[], $19::jsonb[], $20::uuid[], $21::uuid[], $22::timestamptz[], $23::jsonb[])
    on conflict (sender_id, client_message_id) do nothing
    returning id
  ), event as (${appendToOutboxSql(`
    select id, topic, key, event from unnest($24::uuid[], $25::text[], $26::text[], $27::json[])
      with ordinality as event (id, topic, key, event, position) order by position`)}
  )
  select member_id, messages, moves, (select count(*)::integer from inserted) as inserted from totals`,
  },
} as const
