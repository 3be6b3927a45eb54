-- no transaction
-- Up Migration

create index concurrently if not exists conversation_members_groups on conversation_members (member_id) where other_id is null;
