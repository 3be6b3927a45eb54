-- no transaction
-- Up Migration
-- To count the events of a type since a failure without reading those of other types.
create index concurrently if not exists inbox_by_type on inbox (consumer, type, taken_at);
