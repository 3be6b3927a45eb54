-- Up Migration

-- A post shows its pictures in the order of `position`. `alt` is null for pictures of earlier versions, which stored it in
-- the post.
alter table media
  drop constraint media_post_id_key,
  add column position smallint not null default 0,
  add column alt text;
