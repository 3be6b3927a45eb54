-- Up Migration

-- The members whose data this service is erasing. A row is deleted with the last batch. `counts` has what was removed so far.
create table member_erasures (
  member_id uuid primary key,
  keeps_messages boolean not null,
  counts jsonb not null default '{}'
);
