-- no transaction
-- Up Migration

-- Lists the comments of a post without the replies to them.
create index concurrently if not exists comments_newest_without_replies on comments (post_id, created_at desc, id desc)
  where parent_id is null;
