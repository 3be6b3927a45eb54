-- Up Migration
-- What members say of themselves; '' or null: nothing.
alter table profiles
  add column cover text not null default '',
  add column bio text not null default '',
  add column website text not null default '',
  add column location text not null default '',
  add column birthday date,
  add column gender text not null default '',
  add column relationship_status text not null default '',
  add column workplace text not null default '',
  add column education text not null default '',
  add column hometown text not null default '',
  add column current_city text not null default '',
  add column phone text not null default '';

-- The directory without a search, and the followers of a member: newest first.
create index profiles_newest on profiles (created_at desc, member_id desc);
create index follows_followers on follows (to_id, at desc, from_id desc) where active;

-- Names are searched without case and accents: 'Inês' is found by 'ines'.
create function folded(name text) returns text language sql immutable parallel safe strict
  return lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));

-- What is searched for, as a pattern of LIKE in which every character means itself.
create function pattern_of(query text) returns text language sql immutable parallel safe strict
  return regexp_replace(folded(query), '([\\%_])', '\\\1', 'g');

alter table members
  add column folded_name text generated always as (folded(full_name)) stored,
  add column found_by text generated always as (username || ' ' || folded(full_name)) stored;

create index members_by_username on members (username collate "C", id);
create index members_by_name on members (folded_name collate "C", id);

-- Parts of names are found by trigrams. A role that may not add the extension, or a server without it, searches without
-- the index: slower, with the same answers. An administrator can add both later.
do $$ begin
  create extension if not exists pg_trgm;
  create index members_found_by on members using gin (found_by gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'pg_trgm is not to be had, parts of names are searched without an index';
end $$;
