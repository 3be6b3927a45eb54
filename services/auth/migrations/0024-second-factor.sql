-- Up Migration

-- The secrets of authenticator apps, encrypted if auth has an encryption key. One without `confirmed_at` waits for its first code and has
-- no effect. `last_step` is the time step of the last code that counted: no earlier or same one counts again.
create table totp_secrets (
  account_id uuid primary key references accounts (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create index totp_secrets_by_creation on totp_secrets (created_at) where confirmed_at is null;

-- The recovery codes that can still be used. `code_hash` is the SHA-256 of the account and the code.
create table recovery_codes (
  account_id uuid not null references totp_secrets (account_id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- Sign-ins that wait for the second factor. `token_hash` is the SHA-256 of the token that the browser got.
create table pending_sign_ins (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  reason text not null,
  remember boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_account on pending_sign_ins (account_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
