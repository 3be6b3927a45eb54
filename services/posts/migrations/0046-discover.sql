-- Up Migration

-- The posts that one visit of Discover shows, in their order, with the reasons. Deleted after some hours.
create table discover_snapshots (
  id uuid primary key,
  member_id uuid not null,
  entries jsonb not null,
  created_at timestamptz not null
);
create index discover_snapshots_by_member on discover_snapshots (member_id, created_at desc);
create index discover_snapshots_by_time on discover_snapshots (created_at);

-- What a member does not want Discover to suggest. `kind`: author or tag.
create table discover_exclusions (
  member_id uuid not null,
  kind text not null,
  subject text collate "C" not null,
  created_at timestamptz not null,
  primary key (member_id, kind, subject)
);
