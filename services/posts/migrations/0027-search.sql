-- Up Migration

-- The words, tags and emoji of posts, with their positions, as `search-terms.ts` folds them. A background task fills these tables, so
-- that they take no time of a new post.
create table post_terms (
  post_id uuid primary key references posts on delete cascade,
  author_id uuid not null,
  created_at timestamptz not null,
  has_picture boolean not null,
  terms tsvector not null
);
create index post_terms_by_term on post_terms using gin (terms) with (fastupdate = off);
create index post_terms_by_time on post_terms (created_at desc, post_id desc);
create index post_terms_by_author on post_terms (author_id, created_at desc, post_id desc);

create table post_tags (
  tag text collate "C" not null,
  created_at timestamptz not null,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null,
  primary key (tag, created_at, post_id)
);
create index post_tags_by_post on post_tags (post_id);
create index post_tags_by_time on post_tags (created_at);

create table tag_follows (
  member_id uuid not null,
  tag text collate "C" not null,
  created_at timestamptz not null,
  primary key (member_id, tag)
);

-- The posts whose words are not stored yet. A trigger writes it, so that texts of every version of the service and of every statement
-- are found.
create table posts_to_index (
  number bigint generated always as identity primary key,
  post_id uuid not null
);
create function queue_post_to_index() returns trigger language plpgsql as $$
begin
  insert into posts_to_index (post_id) values (new.id);
  return null;
end $$;
create trigger posts_to_index after insert or update of content, facets, has_picture on posts
  for each row execute function queue_post_to_index();
