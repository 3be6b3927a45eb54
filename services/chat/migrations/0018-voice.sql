-- Up Migration

-- The recording of a voice message.
alter table messages add column voice jsonb;

-- Recordings that are not encoded yet, written with their message. A process that takes one moves `due_at` beyond the time that it needs.
create table voice_tasks (
  message_id uuid primary key,
  attempts integer not null default 0,
  due_at timestamptz not null
);
create index voice_tasks_due on voice_tasks (due_at);
