-- no transaction
-- Up Migration

create index concurrently if not exists conversation_members_set on conversation_members (member_id)
  where muted_until is not null or pinned_at is not null or archived_seq is not null or is_unread;
