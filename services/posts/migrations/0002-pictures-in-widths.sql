-- Up Migration

-- What is shown until a picture is there, and which narrower files of it there are; older pictures have neither.
alter table media
  add column placeholder text not null default '',
  add column narrower integer[] not null default '{}';

-- What the janitor looks for: pictures for posts that no post took.
create index media_unused on media (created_at) where post_id is null and purpose = 'post';
