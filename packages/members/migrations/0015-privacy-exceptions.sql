-- Up Migration

-- What a member shows one other member, whatever the settings say. A removed exception stays, with its version.
create table privacy_exceptions (
  from_id uuid not null,
  to_id uuid not null,
  version integer not null,
  active boolean not null,
  at timestamptz not null,
  exception jsonb not null,
  heard integer not null default 0,
  primary key (from_id, to_id)
);

-- The exceptions that others make for a member: its erasure deletes them.
create index privacy_exceptions_by_target on privacy_exceptions (to_id);

-- Rows of older snapshot rounds, and removed exceptions, oldest first.
create index privacy_exceptions_heard on privacy_exceptions (heard);
create index privacy_exceptions_removed on privacy_exceptions (at) where not active;
