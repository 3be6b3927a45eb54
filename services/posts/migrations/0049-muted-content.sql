-- Up Migration

-- The posts with their comments ('post'), and tags ('tag'), that a member mutes, until a time or (null) until they take it back.
create table muted_content (
  member_id uuid not null,
  kind text not null,
  target text collate "C" not null,
  version bigint not null,
  until timestamptz,
  muted_at timestamptz not null,
  primary key (member_id, kind, target)
);
