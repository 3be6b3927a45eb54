-- no transaction
-- Up Migration

-- Finds the messages of a member who is erased.
create index concurrently if not exists messages_by_sender on messages (sender_id) where deleted_at is null;
