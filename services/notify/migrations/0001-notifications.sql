-- Up Migration
-- What posts says of posts, as far as a notification shows it. Of a deleted one the id remains: nothing brings it back.
create table posts (
  id uuid primary key,
  author_id uuid not null,
  excerpt text not null,
  image text not null,
  deleted boolean not null
);

create index posts_of on posts (author_id) where not deleted;

-- What has been heard of likes, comments and follows, however it ended: a repeat, or a replay of a month ago, is no news.
create table known_likes (
  post_id uuid not null,
  actor_id uuid not null,
  rev integer not null,
  primary key (post_id, actor_id)
);

create table known_comments (
  post_id uuid not null,
  id uuid not null,
  primary key (post_id, id)
);

create table known_follows (
  to_id uuid not null,
  from_id uuid not null,
  version integer not null,
  told_at timestamptz,
  primary key (to_id, from_id)
);

-- `actor_count` are the actors whom the member may see; without one of them a notification is not there.
create table notifications (
  id uuid primary key,
  member_id uuid not null,
  type text not null,
  post_id uuid,
  is_read boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  actor_count integer not null check (actor_count >= 0)
);

create index notifications_newest on notifications (member_id, updated_at desc, id desc) where actor_count > 0;
create index notifications_newest_of_type on notifications (member_id, type, updated_at desc, id desc)
  where actor_count > 0;
create index notifications_unread on notifications (member_id, updated_at) where not is_read;
create index notifications_about on notifications (post_id, type) where post_id is not null;

-- Who did what a notification tells, each once with the newest of it. `hidden` is the policy on members, kept up to date.
create table notification_actors (
  notification_id uuid not null references notifications on delete cascade,
  actor_id uuid not null,
  at timestamptz not null,
  comment_id uuid,
  excerpt text not null,
  hidden boolean not null,
  primary key (notification_id, actor_id)
);

create index notification_actors_newest on notification_actors (notification_id, at desc, actor_id) where not hidden;
create index notification_actors_of on notification_actors (actor_id);

-- How many there are, by type and of all types (`all`). The row of all is also what a change of a member's is made under.
create table counters (
  member_id uuid not null,
  type text not null,
  total integer not null check (total >= 0),
  unread integer not null check (unread >= 0),
  primary key (member_id, type)
);

create table preferences (
  member_id uuid not null,
  type text not null,
  in_app boolean not null,
  from_whom text not null check (from_whom in ('everyone', 'following')),
  primary key (member_id, type)
);
