-- Up Migration

-- What a member has who has just confirmed who it is, for something that cannot be undone. `proof_hash` is the SHA-256 of the proof,
-- which works once, in its session.
create table proofs (
  proof_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index proofs_by_account on proofs (account_id);
create index proofs_by_expiry on proofs (expires_at);
