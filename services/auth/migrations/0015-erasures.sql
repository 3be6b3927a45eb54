-- Up Migration

-- Where and in which language the mail about the erasure of a deleted account is written, if it is.
alter table accounts add column mail_origin text;
alter table accounts add column mail_language text;

-- The SHA-256 of usernames of erased accounts, which nobody gets again. A row says nothing about whose it was.
create table erased_usernames (
  username_hash bytea primary key
);

-- Erased accounts, with what each service has removed of them. `receipt_id` is the secret of the link to the receipt.
create table erasures (
  member_id uuid primary key,
  receipt_id uuid not null unique,
  erased_at timestamptz not null
);
create index erasures_by_time on erasures (erased_at);
create table erasure_confirmations (
  member_id uuid not null references erasures (member_id) on delete cascade,
  service text not null,
  counts jsonb not null,
  erased_at timestamptz not null,
  primary key (member_id, service)
);
