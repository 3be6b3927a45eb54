-- Up Migration
-- What this service has to say. `position` keeps the order in which an aggregate's events were appended under its lock.
create table outbox (
  position bigint generated always as identity primary key,
  id uuid not null unique,
  event json not null
);

-- What a consumer has already handled: a repeat changes nothing. Rows of two weeks ago are removed.
create table inbox (
  consumer text not null,
  id uuid not null,
  taken_at timestamptz not null default now(),
  primary key (consumer, id)
);

create index inbox_taken_at on inbox using brin (taken_at);
