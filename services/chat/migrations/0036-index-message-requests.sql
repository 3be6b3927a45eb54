-- no transaction
-- Up Migration

create index concurrently if not exists conversation_members_requests
  on conversation_members (member_id, moved_at desc, conversation_id desc) where request = 'received';
