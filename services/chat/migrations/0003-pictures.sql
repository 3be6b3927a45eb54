-- Up Migration

-- Files that no message shows. They are noted before they are put, and taken out when a message takes them: a row leaves
-- when its file has, or is shown.
create table media_to_remove (
  path text primary key,
  attempts integer not null,
  due_at timestamptz not null
);
create index media_to_remove_due on media_to_remove (due_at);

-- Addresses of pictures are signed with this; all instances have the same.
create table picture_secret (
  only_one boolean primary key default true check (only_one),
  secret text not null
);
insert into picture_secret (secret) values (gen_random_uuid()::text || gen_random_uuid()::text);
