-- no transaction
-- Up Migration

-- Finds the messages of a conversation whose text has a link.
create index concurrently if not exists messages_with_links on messages (conversation_id, seq)
  where deleted_at is null and jsonb_path_exists(facets, '$[*].url');
