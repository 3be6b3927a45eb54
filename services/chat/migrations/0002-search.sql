-- Up Migration

-- What a message is found by, made once when it is written and gone with its content.
alter table messages add column found_by text generated always as (folded(content)) stored;

-- Words are looked for in one conversation, however much others have written. Without the extensions the same is found by
-- reading the conversation.
drop index if exists messages_found_by;
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index messages_found_by on messages using gin (conversation_id, found_by gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'pg_trgm or btree_gin is not to be had, words in messages are searched without an index';
end $$;
