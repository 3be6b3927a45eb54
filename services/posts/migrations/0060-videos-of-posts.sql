-- Up Migration

-- Videos that members upload for posts. `post_id` is the post that shows it. `video` has the status, format, length, size and poster. `random`
-- is in the name of its file: as it was sent, until the encoded one replaces it. `captions` is a WebVTT file as it is served, and
-- `captions_random` is in its address.
create table post_videos (
  id uuid primary key,
  owner_id uuid not null,
  post_id uuid,
  random text not null,
  video jsonb not null,
  captions text,
  captions_random text,
  created_at timestamptz not null
);
create unique index post_videos_by_random on post_videos (random);
create unique index post_videos_by_post on post_videos (post_id) where post_id is not null;
create unique index post_videos_by_captions on post_videos (captions_random) where captions_random is not null;
create index post_videos_by_owner on post_videos (owner_id, created_at);
create index post_videos_unused on post_videos (created_at) where post_id is null;

-- Videos that have to be encoded. Whoever takes one sets `due_at` ahead.
create table video_tasks (
  video_id uuid primary key,
  attempts integer not null default 0,
  due_at timestamptz not null
);
create index video_tasks_due on video_tasks (due_at);
