-- Up Migration

-- The last message of a conversation that its member has cleared for themselves: it and all before it are not shown to them.
alter table conversation_members add column cleared_up_to integer not null default 0;
