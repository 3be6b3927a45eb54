-- Up Migration

-- Whether only followers see the content of a member, and the version of the privacy settings; 0 until a member changes them.
alter table members
  add column is_private boolean not null default false,
  add column privacy_version integer not null default 0;
