-- Up Migration

-- What a member has set for a conversation. `archived_seq` is the `seq` of the conversation when it was archived: a later message
-- brings it back.
alter table conversation_members
  add column muted_until timestamptz,
  add column pinned_at timestamptz,
  add column archived_seq integer,
  add column is_unread boolean not null default false;

-- The latest end of the mutes of a member: after it, none of their conversations is muted.
alter table unread_totals add column muted_until timestamptz;
