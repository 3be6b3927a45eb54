-- Up Migration
-- When each consumer buried its last events of a type as dead letters, and of any type (''): at most 20 times, the newest first.
create table consumer_failures (
  consumer text not null,
  type text not null,
  failed_at timestamptz[] not null,
  primary key (consumer, type)
);

-- To count the events of a type since a failure. Null in rows of an older version.
alter table inbox add column type text;
