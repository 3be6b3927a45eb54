-- Up Migration

-- A share is a row of posts, so that timelines, profiles and deletion treat it as a post. `shared_post_id` is the original, which may have
-- been deleted. A share without a comment has an empty text. `shares_count` counts the members who share a post.
alter table posts add column shared_post_id uuid, add column shares_count integer not null default 0;
