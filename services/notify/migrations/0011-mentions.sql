-- Up Migration

-- Members named by a post or comment (`target_id`), so that each is notified once, however often its text is edited. Kept as long as the post.
create table known_mentions (
  target_id uuid not null,
  member_id uuid not null,
  post_id uuid not null,
  primary key (target_id, member_id)
);

create index known_mentions_of_post on known_mentions (post_id);
create index known_mentions_of_member on known_mentions (member_id);

-- Moderators hide the post: no notification shows its words or picture.
alter table posts add column hidden boolean not null default false;
