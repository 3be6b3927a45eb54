-- Up Migration

-- False for an account that was created through a provider, until its first password is set. Its hash is that of no known password.
alter table accounts add column has_password boolean not null default true;

-- The accounts of providers that members sign in with: one of each provider for a member. `email` is the address that the provider
-- gave, which the settings show.
create table oauth_identities (
  provider text not null,
  subject text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  email text,
  connected_at timestamptz not null,
  primary key (provider, subject)
);
create unique index oauth_identities_by_account on oauth_identities (account_id, provider);

-- The sign-ins through a provider that are on their way. `token_hash` is the SHA-256 of the state, then of the one-time code.
-- `browser_hash` is that of the cookie of the browser. `account_id` is set when a member connects a provider.
create table oauth_flows (
  token_hash bytea primary key,
  browser_hash bytea not null,
  step text not null,
  provider text not null,
  next text not null,
  remember boolean not null,
  account_id uuid references accounts (id) on delete cascade,
  identity jsonb,
  expires_at timestamptz not null
);
create index oauth_flows_by_account on oauth_flows (account_id);
create index oauth_flows_by_expiry on oauth_flows (expires_at);
