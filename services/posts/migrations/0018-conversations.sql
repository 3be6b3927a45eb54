-- Up Migration

-- A reply has the comment to which it replies (`parent_id`) and, if it answers another reply, that one. A reply is in the table of its
-- comment, so that both are counted, hidden and deleted in the same way. `rev` counts the edits and likes.
alter table comments add column parent_id uuid;
alter table comments add column reply_to_id uuid;
alter table comments add column edited_at timestamptz;
alter table comments add column likes_count integer not null default 0;
alter table comments add column replies_count integer not null default 0;
alter table comments add column rev integer not null default 1;

-- A comment is hidden by moderators, by the author of its post, or, with neither, because the comment to which it replies is hidden.
alter table hidden_comments add column parent_id uuid;
alter table hidden_comments add column reply_to_id uuid;
alter table hidden_comments add column edited_at timestamptz;
alter table hidden_comments add column likes_count integer not null default 0;
alter table hidden_comments add column replies_count integer not null default 0;
alter table hidden_comments add column rev integer not null default 1;
alter table hidden_comments add column hidden_by_moderators boolean not null default true;
alter table hidden_comments add column hidden_by_host boolean not null default false;

-- Likes of comments, also of hidden ones.
create table comment_likes (
  comment_id uuid not null,
  member_id uuid not null,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz not null,
  primary key (comment_id, member_id)
);
create index comment_likes_by_post on comment_likes (post_id);
create index comment_likes_by_member on comment_likes (member_id, created_at, comment_id);
