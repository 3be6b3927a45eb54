-- Up Migration

-- The event of a system line, which is a message without a text; and the time at which a message disappears for everyone.
alter table messages
  add column system jsonb,
  add column expires_at timestamptz;

-- The seconds after which new messages of a conversation disappear.
alter table conversations add column disappear_after integer;

-- The messages that a member has deleted for themselves. `rev` is the revision of the conversation after it.
create table hidden_messages (
  message_id uuid not null,
  member_id uuid not null,
  conversation_id uuid not null,
  rev integer not null,
  hidden_at timestamptz not null,
  primary key (message_id, member_id)
);
create index hidden_messages_by_rev on hidden_messages (conversation_id, member_id, rev);
create index hidden_messages_by_member on hidden_messages (member_id, hidden_at);
