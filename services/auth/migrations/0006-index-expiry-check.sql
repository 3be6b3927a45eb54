-- no transaction
-- Up Migration

-- The cleanup searches for sessions that may have expired.
create index concurrently if not exists sessions_by_expiry_check on sessions (expiry_check_at) where ended_at is null;
