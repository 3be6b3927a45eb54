-- Up Migration

-- The name of a conversation of the kind `group`. A member who repeats the creation with the same `client_group_id` gets the first group.
create table groups (
  conversation_id uuid primary key,
  name text not null,
  created_by uuid not null,
  client_group_id uuid,
  unique (created_by, client_group_id)
);

-- Members who are invited to a group and have not accepted yet. They will see the messages after `from_seq`.
create table group_invitations (
  conversation_id uuid not null,
  member_id uuid not null,
  invited_by uuid not null,
  invited_at timestamptz not null,
  from_seq integer not null,
  primary key (conversation_id, member_id)
);
create index group_invitations_by_member on group_invitations (member_id);

-- A member of a group sees the messages after `from_seq`.
alter table conversation_members
  add column joined_at timestamptz,
  add column from_seq integer not null default 0;
