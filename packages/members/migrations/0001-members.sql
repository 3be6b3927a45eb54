-- Up Migration
-- What this service knows of members, from events: two sides with a version each, so that late events lose.
create table members (
  id uuid primary key,
  username text not null,
  full_name text not null,
  avatar text not null,
  is_verified boolean not null,
  state text not null check (state in ('active', 'deactivated', 'erased')),
  created_at timestamptz,
  account_version integer not null,
  profile_version integer not null
);

create index members_username on members (username);

-- Who follows whom. A removed edge stays as a dated row, so that an old event never revives it.
create table follows (
  from_id uuid not null,
  to_id uuid not null,
  version integer not null,
  active boolean not null,
  at timestamptz not null,
  primary key (from_id, to_id)
);

create index follows_newest on follows (from_id, at desc, to_id desc) where active;
create index follows_of on follows (to_id, from_id) where active;

create table blocks (
  from_id uuid not null,
  to_id uuid not null,
  version integer not null,
  active boolean not null,
  at timestamptz not null,
  primary key (from_id, to_id)
);
