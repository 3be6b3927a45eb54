-- no transaction
-- The pictures of a post. Replaces the index of the unique constraint that the next migration drops.
create index concurrently if not exists media_by_post on media (post_id) where post_id is not null;
