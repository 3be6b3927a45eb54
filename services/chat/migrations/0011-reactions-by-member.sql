-- no transaction
-- Up Migration

-- Finds the reactions of a member who is erased.
create index concurrently if not exists reactions_by_member on reactions (member_id);
