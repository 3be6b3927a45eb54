-- Up Migration

-- The messages that a member has starred, which nobody else sees. A message that is deleted loses its stars.
create table message_stars (
  message_id uuid not null,
  member_id uuid not null,
  conversation_id uuid not null,
  starred_at timestamptz not null,
  primary key (message_id, member_id)
);
create index message_stars_by_member on message_stars (member_id, conversation_id, starred_at);
