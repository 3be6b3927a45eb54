import { visibleMemberLookupSql } from '@meadow/members'

/**
 * The statements of a batch of messages, with their names as prepared statements. Every lookup is a lateral subquery with a
 * limit, or names ids: the planner then uses the index even if it has planned on an empty table.
 */
export const MESSAGE_BATCH_STATEMENTS = {
  /**
   * Locks the conversations in the order of their ids, so that two batches never wait for each other. Leaves out those that
   * another transaction holds: one slow transaction must not delay the messages of all others.
   */
  lockConversations: {
    name: 'lock-conversations-of-batch',
    text: `
  select id from conversations where id = any(array(
    select c.id from unnest($1::uuid[], $2::uuid[]) as input (sender_id, recipient_id)
    cross join lateral (
      select id from conversations
      where low_id = least(input.sender_id, input.recipient_id) and high_id = greatest(input.sender_id, input.recipient_id)
      limit 1
    ) c
  )) order by id for update skip locked`,
  },
  /** Reads what the rules need. It must run after the locks, as a statement of its own. */
  readContexts: {
    name: 'read-contexts-of-batch',
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
  /**
   * Writes the conversations, the rows of their members, and the unread totals. Totals are locked in the order of the members.
   * Each changed conversation of a member gets a change number of its own (`moves`), by which clients page through changes.
   */
  writeCounters: {
    name: 'write-counters-of-batch',
    text: `
  with conversation as (
    update conversations c
    set seq = input.seq, rev = input.rev, last_message_id = input.last_message_id, moved_at = input.moved_at
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
  )
  select member_id, messages, moves from totals`,
  },
  /** Inserts the messages, and counts them in their threads. */
  insertMessages: {
    name: 'insert-messages-of-batch',
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
