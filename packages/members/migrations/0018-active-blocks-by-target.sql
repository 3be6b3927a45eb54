-- no transaction
-- The same for those who block the viewer.
create index concurrently if not exists blocks_active_of on blocks (to_id, from_id) where active;
