-- no transaction
-- Up Migration

-- Finds the hidden replies to a comment that is hidden, shown or deleted.
create index concurrently if not exists hidden_comments_replies on hidden_comments (parent_id) where parent_id is not null;
