-- Up Migration
-- Beside the tables of the members read model, which hold the graph itself: what counts of it, and since when.
create table profiles (
  member_id uuid primary key,
  follower_count integer not null default 0 check (follower_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  created_at timestamptz not null
);

create index profiles_popular on profiles (follower_count desc, created_at desc, member_id desc);

-- The posts of members as far as posts has told: the set beside its count, so that no repeat counts twice and a deletion
-- that comes first counts nothing. Apart from profiles: a batch of events never waits for who is following somebody.
create table counted_posts (
  post_id uuid primary key,
  member_id uuid not null,
  deleted boolean not null
);

create table post_counts (
  member_id uuid primary key,
  posts integer not null check (posts >= 0)
);
