-- Up Migration

-- The members whom a member does not want to be suggested again.
create table dismissed_suggestions (
  member_id uuid not null,
  dismissed_id uuid not null,
  dismissed_at timestamptz not null,
  primary key (member_id, dismissed_id)
);
