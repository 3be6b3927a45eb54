-- no transaction
-- Up Migration

-- Finds the pictures of a member who is erased.
create index concurrently if not exists media_by_owner on media (owner_id);
