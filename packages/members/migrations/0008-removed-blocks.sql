-- no transaction
-- Removed edges, oldest first.
create index concurrently if not exists blocks_removed on blocks (at) where not active;
