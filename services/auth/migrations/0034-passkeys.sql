-- Up Migration

-- The passkeys of members. `credential_id` is in base64url. `counter` is that of the last signature: it grows with each one, or stays 0.
create table passkeys (
  credential_id text primary key,
  id uuid not null,
  account_id uuid not null references accounts (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_account on passkeys (account_id);

-- What a passkey has to sign. `challenge_hash` is the SHA-256 of the challenge. One for a sign-in has no account.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  account_id uuid references accounts (id) on delete cascade,
  session_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges_by_account on passkey_challenges (account_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- The sign-in through a provider whose identity is connected once the second factor was proven, too.
alter table pending_sign_ins add column oauth_token_hash bytea, add column oauth_browser_hash bytea;
