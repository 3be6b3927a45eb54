-- Up Migration

-- When the deletion of a post was counted, by the clock of the database, so that its row is deleted when no event about
-- the post can come again. Existing rows get the time of this migration.
alter table counted_posts add column deleted_at timestamptz;
update counted_posts set deleted_at = now() where deleted;
create index counted_posts_deleted_at on counted_posts (deleted_at) where deleted;
