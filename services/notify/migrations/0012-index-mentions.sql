-- no transaction
-- Up Migration

-- Finds the mentions of a member in the posts of another, whose visibility a block or a follow changes.
create index concurrently if not exists notifications_of_mentions on notifications (member_id) where type = 'mention';
