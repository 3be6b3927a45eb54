-- Up Migration

-- The last change of the username: its time, and the account version that it made.
alter table accounts add column renamed_at timestamptz;
alter table accounts add column username_version integer;

-- Usernames that members had. They lead to the account until `kept_until`, and nobody else gets them before the row is deleted.
create table former_usernames (
  username text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kept_until timestamptz not null
);
create index former_usernames_by_account on former_usernames (account_id);
create index former_usernames_by_time on former_usernames (kept_until);
