-- no transaction
-- Up Migration

-- Finds the comments of a member who is erased.
create index concurrently if not exists comments_by_author on comments (author_id);
