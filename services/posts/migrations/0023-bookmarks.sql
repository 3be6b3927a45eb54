-- Up Migration

-- `folder` is '' for a bookmark in no folder.
create table bookmarks (
  member_id uuid not null,
  post_id uuid not null references posts on delete cascade,
  folder text not null default '',
  created_at timestamptz not null,
  primary key (member_id, post_id)
);
create index bookmarks_by_time on bookmarks (member_id, created_at desc, post_id desc);
create index bookmarks_by_post on bookmarks (post_id);
