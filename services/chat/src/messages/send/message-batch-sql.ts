import { visibleMemberLookupSql } from '@meadow/members'

/** The statements of a batch of messages, with their names as prepared statements, written like those of conversations. */
export const MESSAGE_BATCH_STATEMENTS = {
  /** Reads what the rules need. It must run after the locks, as a statement of its own. */
  readContexts: {
    name: 'read-message-contexts',
    text: `
  select c.id, c.seq, c.rev, c.moved_at, earlier.id as earlier_id, earlier.fingerprint as earlier_fingerprint,
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
    select id, fingerprint from messages
    where sender_id = input.sender_id and client_message_id = input.client_message_id
    limit 1
  ) earlier on true
  order by input.position`,
  },
  /** Inserts the messages, and counts them in their threads. */
  insertMessages: {
    name: 'insert-messages',
    text: `
  with thread as (
    update messages m set thread_count = m.thread_count + input.replies, rev = input.rev
    from (
      select thread_id, count(*)::integer as replies, max(rev) as rev
      from unnest($12::uuid[], $4::integer[]) as reply (thread_id, rev) where thread_id is not null group by thread_id
    ) input
    where m.id = input.thread_id
  )
  insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content, message_type,
    media, reply_to, thread_id, created_at, pictures)
  select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
    $9::text[], $10::jsonb[], $11::uuid[], $12::uuid[], $13::timestamptz[], $14::jsonb[])
  on conflict (sender_id, client_message_id) do nothing`,
  },
} as const
