-- Up Migration

-- How far a member has seen the feed of followed members, on any device: the time of the newest post or share.
create table reading_positions (
  member_id uuid primary key,
  seen_until timestamptz not null
);
