-- no transaction
-- Up Migration
-- To find expired keys among those of five weeks: freed pages get new rows, so that block ranges soon span all times.
create index concurrently if not exists client_keys_by_time on client_keys (taken_at);
