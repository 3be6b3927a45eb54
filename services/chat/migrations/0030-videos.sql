-- Up Migration

-- The videos of messages of the type `video`. A table of its own: other messages have nothing of it.
create table message_videos (
  message_id uuid primary key,
  video jsonb not null
);

-- Videos that are not encoded yet, as in `voice_tasks`.
create table video_tasks (
  message_id uuid primary key,
  attempts integer not null default 0,
  due_at timestamptz not null
);
create index video_tasks_due on video_tasks (due_at);
