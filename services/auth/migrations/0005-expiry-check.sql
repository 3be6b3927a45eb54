-- Up Migration

-- The cleanup ends sessions that have only expired. It looks at a session when `expiry_check_at` has passed, and then sets it to
-- the time at which the session expires now. A refresh changes `expires_at` only, which no index contains: it stays an update
-- within the page. Sessions of before, and of the previous version, are due at once.
alter table sessions add column expiry_check_at timestamptz not null default '-infinity';
