-- Up Migration
-- Members whom a member mutes, until a time or (null) until an unmute. A removed mute stays, and its `until` is the time of the removal.
create table mutes (
  from_id uuid not null,
  to_id uuid not null,
  version integer not null,
  active boolean not null,
  at timestamptz not null,
  until timestamptz,
  heard integer not null default 0,
  primary key (from_id, to_id)
);

-- Who mutes a member: a push to many members reads this once.
create index mutes_by_target on mutes (to_id) where active;

-- Rows of older snapshot rounds, and ended mutes, oldest first.
create index mutes_heard on mutes (heard);
create index mutes_until on mutes (until);
