-- no transaction
-- Up Migration

-- Suggestions search for members who share an interest.
create index concurrently if not exists profiles_interests on profiles using gin (interests);
