import { appendToOutboxSql } from '@meadow/events'
import { CONVERSATION_CHANGES_SQL } from '../../conversations/postgres-conversation-batch.ts'
import { quoteJson } from '../postgres-read-messages.ts'

/** The statements of a batch of messages, with their names as prepared statements, written like those of conversations. */
export const MESSAGE_BATCH_STATEMENTS = {
  /** Reads the messages that a batch references, also deleted ones. */
  readReferenced: {
    name: 'read-referenced-messages',
    text: `
  select q.id, q.thread_id, q.conversation_id, ${quoteJson('q')} as quote from messages q
  where q.id = any((select $1::uuid[])::uuid[])`,
  },
  /**
   * Writes the changes of the conversations, the messages with the counts of their threads, and the events. Returns the unread
   * totals. Fails if another transaction has stored a message of a sender with the same `client_message_id` meanwhile.
   */
  writeMessages: {
    name: 'write-messages',
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
      media, reply_to, thread_id, created_at, pictures)
    select * from unnest($12::uuid[], $13::uuid[], $14::integer[], $15::integer[], $16::uuid[], $17::uuid[], $18::text[],
      $19::text[], $20::text[], $21::jsonb[], $22::uuid[], $23::uuid[], $24::timestamptz[], $25::jsonb[])
  ), event as (${appendToOutboxSql(`
    select id, topic, key, event from rows from (unnest($26::uuid[], $27::text[], $28::text[]), json_array_elements($29::json))
      with ordinality as event (id, topic, key, event, position) order by position`)}
  )
  select member_id, messages, moves from totals`,
  },
} as const
