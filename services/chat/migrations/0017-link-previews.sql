-- Up Migration

-- What the pages of links say about themselves, with a copy of their picture. `page` is null if an address has no preview. A row is found
-- by its address until `expires_at`. After `check_at` the cleanup deletes it, unless a message shows it.
create table link_previews (
  id uuid primary key,
  url text collate "C" not null,
  expires_at timestamptz not null,
  check_at timestamptz not null,
  page jsonb
);
create index link_previews_by_url on link_previews (url, expires_at);
create index link_previews_to_check on link_previews (check_at);

-- The previews that messages show. A message without a row shows none.
create table message_link_previews (
  message_id uuid primary key,
  preview_id uuid not null
);
create index message_link_previews_by_preview on message_link_previews (preview_id);

-- Messages whose first link waits for its preview. A trigger writes it, so that messages of every version of the service and of every
-- statement get one.
create table link_previews_to_fetch (
  message_id uuid primary key,
  due_at timestamptz not null default '-infinity'
);
create index link_previews_to_fetch_by_due_at on link_previews_to_fetch (due_at, message_id);
create function queue_link_preview() returns trigger language plpgsql as $$
begin
  insert into link_previews_to_fetch (message_id) values (new.id)
    on conflict (message_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger link_previews_of_new_messages after insert on messages
  for each row when (jsonb_path_exists(new.facets, '$[*].url')) execute function queue_link_preview();
create trigger link_previews_of_edited_messages after update of facets on messages
  for each row when (new.facets is distinct from old.facets and jsonb_path_exists(new.facets, '$[*].url'))
  execute function queue_link_preview();
