-- Up Migration

-- The invites of admins. `token_hash` is the SHA-256 of the token in the link, which is stored nowhere. An account that registers with
-- an invite adds one to `uses`, in the transaction that stores the account. A row is deleted when it is revoked, and after `expires_at`.
create table invites (
  id uuid primary key,
  token_hash bytea not null unique,
  note text not null,
  max_uses integer not null,
  uses integer not null default 0,
  created_by uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invites_by_creator on invites (created_by);
create index invites_by_expiry on invites (expires_at);
