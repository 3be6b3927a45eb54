-- no transaction
-- Up Migration

-- Finds the messages of a conversation that have pictures or a recording.
create index concurrently if not exists messages_with_media on messages (conversation_id, message_type, seq)
  where deleted_at is null and message_type <> 'text';
