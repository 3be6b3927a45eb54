-- no transaction
-- Up Migration

-- Finds the newest session of an account, and those before a cutoff. It also serves what sessions_by_account serves.
create index concurrently if not exists sessions_by_account_and_start on sessions (account_id, created_at);
