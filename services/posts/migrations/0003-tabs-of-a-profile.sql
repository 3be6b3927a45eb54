-- Up Migration

-- A post knows whether it has a picture, and a like whose post it is on: so each tab of a profile is a walk of an index,
-- however much its member wrote or the viewer liked.
alter table posts add column has_picture boolean not null default false;
update posts set has_picture = true where exists (select 1 from media where media.post_id = posts.id);
create index posts_with_picture on posts (author_id, created_at desc, id desc) where has_picture;

alter table likes add column author_id uuid;
update likes set author_id = posts.author_id from posts where posts.id = likes.post_id;
alter table likes alter column author_id set not null;
create index likes_by_member on likes (member_id, created_at desc, post_id desc);
create index likes_of_author on likes (member_id, author_id, created_at desc, post_id desc);
