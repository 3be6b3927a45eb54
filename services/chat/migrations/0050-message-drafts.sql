-- Up Migration

-- The text that a member has begun in a conversation, which `id` names: the other member. A deleted draft keeps only its time, so that an
-- earlier change that arrives late does not bring it back.
create table message_drafts (
  member_id uuid not null,
  id uuid not null,
  content text not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (member_id, id)
);
create index message_drafts_deleted on message_drafts (deleted_at) where deleted_at is not null;
