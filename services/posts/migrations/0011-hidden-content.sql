-- Up Migration

-- Content that moderators hide until they decide. A hidden post stays where it is; a hidden comment waits here, so that nothing that
-- reads or counts comments finds it.
alter table posts add column hidden_at timestamptz;
create table hidden_comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null
);
create index hidden_comments_by_post on hidden_comments (post_id);
create index hidden_comments_by_author on hidden_comments (author_id);
