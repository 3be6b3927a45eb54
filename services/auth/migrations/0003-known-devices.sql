-- Up Migration

-- The devices on which an account has signed in. `id_hash` is the SHA-256 of the random id in the device cookie.
create table known_devices (
  id_hash bytea not null,
  account_id uuid not null references accounts (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (id_hash, account_id)
);
create index known_devices_by_account on known_devices (account_id, last_used_at);
