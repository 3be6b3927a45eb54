-- Up Migration

-- The privacy settings of members. `field_audiences` has the fields of the profile whose audience a member has chosen.
alter table profiles
  add column is_suggested boolean not null default true,
  add column is_in_directory boolean not null default true,
  add column field_audiences jsonb not null default '{}';
