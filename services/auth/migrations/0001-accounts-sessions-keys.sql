-- Up Migration

-- `email` is as it was typed, `email_key` what makes it unique: case and compatibility forms tell nobody apart.
create table accounts (
  id uuid primary key,
  username text not null unique,
  email text not null,
  email_key text not null unique,
  full_name text not null,
  password_hash text not null,
  email_verified boolean not null,
  role text not null,
  plan text not null,
  account_version integer not null,
  created_at timestamptz not null
);

-- No token is kept, only hashes; `secret` derives a token's successor from the token itself, so it opens nothing alone.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  secret bytea not null,
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  remember boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (ended_at) where ended_at is not null;

create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null
);
