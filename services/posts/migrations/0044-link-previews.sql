-- Up Migration

-- What the pages of links say about themselves, with a copy of their picture. `page` is null if an address has no preview. A row is found
-- by its address until `expires_at`. After `check_at` the cleanup deletes it, unless a post shows it.
create table link_previews (
  id uuid primary key,
  url text collate "C" not null,
  expires_at timestamptz not null,
  check_at timestamptz not null,
  page jsonb
);
create index link_previews_by_url on link_previews (url, expires_at);
create index link_previews_to_check on link_previews (check_at);

-- Null: the post shows no preview.
alter table posts add column link_preview_id uuid;

-- Posts whose first link waits for its preview. A trigger writes it, so that posts of every version of the service and of every statement
-- get one.
create table link_previews_to_fetch (
  post_id uuid primary key,
  due_at timestamptz not null default '-infinity'
);
create index link_previews_to_fetch_by_due_at on link_previews_to_fetch (due_at, post_id);
create function queue_link_preview() returns trigger language plpgsql as $$
begin
  insert into link_previews_to_fetch (post_id) values (new.id)
    on conflict (post_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger link_previews_of_new_posts after insert on posts
  for each row when (jsonb_path_exists(new.facets, '$[*].url')) execute function queue_link_preview();
create trigger link_previews_of_edited_posts after update of facets on posts
  for each row when (new.facets is distinct from old.facets and jsonb_path_exists(new.facets, '$[*].url'))
  execute function queue_link_preview();
