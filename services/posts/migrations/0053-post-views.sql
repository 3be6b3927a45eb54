-- Up Migration

-- The number of views of a post: each member counts once a day. `is_hidden`: its author shows it to nobody else.
create table post_views (
  post_id uuid primary key references posts on delete cascade,
  views_count integer not null,
  first_day date,
  last_day date,
  is_hidden boolean not null default false
);

-- The posts that a member saw on one day (UTC), so that none is counted twice. Deleted after the next day.
-- `added_ids`: those that the newest request added.
create table viewed_posts (
  member_id uuid not null,
  day date not null,
  post_ids uuid[] not null,
  added_ids uuid[] not null,
  primary key (member_id, day)
);
create index viewed_posts_by_day on viewed_posts (day);
