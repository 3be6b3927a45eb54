-- Up Migration

-- The members who have begun to play a voice message, except its sender.
create table voice_plays (
  message_id uuid not null,
  member_id uuid not null,
  played_at timestamptz not null,
  primary key (message_id, member_id)
);
create index voice_plays_by_member on voice_plays (member_id, played_at);
