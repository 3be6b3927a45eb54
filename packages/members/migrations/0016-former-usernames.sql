-- Up Migration

-- Usernames that members had. They lead to the member until `kept_until`.
create table member_former_usernames (
  username text primary key,
  member_id uuid not null,
  kept_until timestamptz not null
);
create index member_former_usernames_by_member on member_former_usernames (member_id);
create index member_former_usernames_by_time on member_former_usernames (kept_until);
