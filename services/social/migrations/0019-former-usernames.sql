-- Up Migration

-- The account version that gave the member their username; null until a change.
alter table profiles add column username_version integer;

-- Usernames that members had. They lead to the member until the row is deleted.
create table former_usernames (
  username text primary key,
  member_id uuid not null,
  kept_until timestamptz not null
);
create index former_usernames_by_member on former_usernames (member_id);
create index former_usernames_by_time on former_usernames (kept_until);
