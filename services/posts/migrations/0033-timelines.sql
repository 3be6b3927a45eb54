-- Up Migration

-- Home timelines that are written in advance, for members whose pages are slow to read otherwise. They are a cache: everything here
-- can be deleted at any time, and is written again. A timeline is complete down to its oldest entry while `is_ready`.
create table timelines (
  member_id uuid primary key,
  is_ready boolean not null default false,
  read_at timestamptz not null
);
create index timelines_to_build on timelines (read_at) where not is_ready;
create table timeline_entries (
  member_id uuid not null,
  created_at timestamptz not null,
  post_id uuid not null,
  author_id uuid not null,
  primary key (member_id, created_at, post_id)
);

-- New posts whose entries are not written yet.
create table posts_to_fan_out (
  post_id uuid primary key,
  author_id uuid not null,
  created_at timestamptz not null
);

-- Authors who once had so many followers that their posts are merged when a timeline is read. They stay in this table: their
-- posts are in no timeline.
create table popular_authors (member_id uuid primary key);

-- Triggers, so that the previous release, which runs beside this one for a while, and every statement that adds posts or follows
-- leave no gap in a timeline.
create function queue_post_to_fan_out() returns trigger language plpgsql as $$
  begin
    insert into posts_to_fan_out (post_id, author_id, created_at) values (new.id, new.author_id, new.created_at);
    return null;
  end
$$;
create trigger posts_are_fanned_out after insert on posts for each row execute function queue_post_to_fan_out();

create function request_timeline_of_follower() returns trigger language plpgsql as $$
  begin
    update timelines set is_ready = false where member_id = new.from_id;
    return null;
  end
$$;
create trigger follows_change_timelines after insert on follows
  for each row when (new.active) execute function request_timeline_of_follower();
create trigger renewed_follows_change_timelines after update of active on follows
  for each row when (new.active and not old.active) execute function request_timeline_of_follower();
