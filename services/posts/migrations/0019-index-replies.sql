-- no transaction
-- Up Migration

-- Lists the replies to a comment.
create index concurrently if not exists comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
