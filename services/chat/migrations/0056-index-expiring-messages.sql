-- no transaction
-- Up Migration

create index concurrently if not exists messages_expiring on messages (expires_at)
  where expires_at is not null and deleted_at is null;
