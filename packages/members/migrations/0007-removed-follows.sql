-- no transaction
-- Removed edges, oldest first.
create index concurrently if not exists follows_removed on follows (at) where not active;
