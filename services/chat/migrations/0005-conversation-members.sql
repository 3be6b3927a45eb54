-- Up Migration

-- A conversation has a kind. Two members find their direct conversation by its pair; other kinds have any number of members,
-- no pair, and are found by their id.
alter table conversations
  add column kind text not null default 'direct',
  alter column low_id drop not null,
  alter column high_id drop not null,
  add constraint conversations_pair
    check (num_nonnulls(low_id, high_id) = case kind when 'direct' then 2 else 0 end) not valid;

-- `other_id` is the other member of a direct conversation, by which this member finds it.
alter table conversation_members
  add column role text not null default 'member',
  alter column other_id drop not null;
