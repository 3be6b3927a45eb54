-- Up Migration

-- Times and ids are given by the service, so that a test or a demo can live in another week.
create table posts (
  id uuid primary key,
  author_id uuid not null,
  content text not null,
  alt text not null,
  created_at timestamptz not null,
  rev integer not null,
  likes_count integer not null,
  comments_count integer not null
);
-- Both timelines are walks of these: a member's own posts, and everybody's.
create index posts_by_author on posts (author_id, created_at desc, id desc);
create index posts_by_time on posts (created_at desc, id desc);

create table likes (
  post_id uuid not null references posts on delete cascade,
  member_id uuid not null,
  created_at timestamptz not null,
  primary key (post_id, member_id)
);
create index likes_newest on likes (post_id, created_at desc, member_id);

create table comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null
);
create index comments_newest on comments (post_id, created_at desc, id desc);

-- Uploaded pictures; `post_id` once a post shows them. `random` is the part of the address that nobody can guess.
create table media (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null,
  random text not null unique,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  post_id uuid unique references posts
);

-- Files whose row is gone. A row leaves when its file has.
create table media_to_remove (
  path text primary key,
  attempts integer not null,
  due_at timestamptz not null
);
create index media_to_remove_due on media_to_remove (due_at);
