-- Up Migration
-- Append-only. Appends take turns, so a later position never commits before an earlier one.
create table log (
  position bigint generated always as identity,
  topic text not null,
  event json not null,
  appended_at timestamptz not null default now(),
  primary key (topic, position)
);

create index log_appended_at on log using brin (appended_at);

-- How far each group has read each topic.
create table offsets (
  consumers text not null,
  topic text not null,
  position bigint not null,
  primary key (consumers, topic)
);
