-- Up Migration

-- The post that a member has pinned to the top of their profile: one at most.
create table pinned_posts (
  member_id uuid primary key,
  post_id uuid not null unique references posts on delete cascade,
  pinned_at timestamptz not null
);
