-- Up Migration

-- `edited_at` and `edited_rev` are the time of the last edit and the `rev` of the post after it; null: never edited. The table has the
-- texts before each edit, each with the `rev` of the post that first had it.
alter table posts add column edited_at timestamptz, add column edited_rev integer;
create table post_versions (
  post_id uuid not null references posts on delete cascade,
  rev integer not null,
  content text not null,
  facets jsonb,
  written_at timestamptz not null,
  primary key (post_id, rev)
);
