-- Up Migration

-- The posts ('post') and tags ('tag') that a member mutes, of which posts is the owner. A mute that was taken back has the time of that in
-- `until`, and stays for 30 days, so that an older event does not bring it back.
create table muted_content (
  member_id uuid not null,
  kind text not null,
  target text collate "C" not null,
  rev bigint not null,
  until timestamptz,
  primary key (member_id, kind, target)
);
