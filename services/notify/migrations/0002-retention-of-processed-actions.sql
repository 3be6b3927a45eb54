-- Up Migration

-- When a row was last written, by the clock of the database, so that rows whose events cannot come again are deleted.
-- Existing rows get the time of this migration.
alter table known_likes add column taken_at timestamptz not null default now();
alter table known_comments add column taken_at timestamptz not null default now();
alter table known_follows add column taken_at timestamptz not null default now();
alter table posts add column deleted_at timestamptz;
update posts set deleted_at = now() where deleted;

create index known_likes_taken_at on known_likes using brin (taken_at);
create index known_comments_taken_at on known_comments using brin (taken_at);
create index known_follows_taken_at on known_follows using brin (taken_at);
create index posts_deleted_at on posts (deleted_at) where deleted;
