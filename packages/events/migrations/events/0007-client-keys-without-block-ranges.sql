-- no transaction
-- Up Migration
-- client_keys_by_time has replaced it.
drop index concurrently if exists client_keys_taken_at;
