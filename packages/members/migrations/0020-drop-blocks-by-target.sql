-- no transaction
-- `blocks_active_of` begins with the same column.
drop index concurrently if exists blocks_by_target;
