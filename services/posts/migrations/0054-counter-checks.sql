-- Up Migration

-- The posts whose counts were compared with what they count: those after the row before, up to `last_post_id`.
create table counter_checks (
  last_post_id uuid primary key,
  checked_at timestamptz not null
);

-- One row: the last post that the check has reached; null at its beginning.
create table counter_sweeps (
  id boolean primary key default true check (id),
  position uuid
);
insert into counter_sweeps default values;
