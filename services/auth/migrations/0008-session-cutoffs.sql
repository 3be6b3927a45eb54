-- Up Migration

-- The end of all sessions of an account that started before a time, except one: one row, however many sessions they are. The
-- latest row of an account covers the earlier ones.
create table session_cutoffs (
  account_id uuid primary key references accounts (id) on delete cascade,
  started_before timestamptz not null,
  except_session_id uuid not null,
  ended_at timestamptz not null
);
create index session_cutoffs_by_end on session_cutoffs (ended_at);
