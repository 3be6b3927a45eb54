-- Up Migration

-- A deactivated account is hidden and cannot be used until it is restored. One with `erases_at` is erased at that time. The token
-- restores it: a sign-in that was refused has it, and only its SHA-256 is stored.
alter table accounts add column deactivated_at timestamptz;
alter table accounts add column erases_at timestamptz;
alter table accounts add column keeps_messages boolean not null default false;
alter table accounts add column restore_token_hash bytea;
alter table accounts add column restore_token_expires_at timestamptz;
