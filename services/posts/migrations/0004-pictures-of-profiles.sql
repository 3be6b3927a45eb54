-- Up Migration

-- Whether a profile shows the picture as avatar or cover, and since when none does any more.
alter table media
  add column on_profile boolean not null default false,
  add column released_at timestamptz;

create index media_on_profiles on media (owner_id) where on_profile;
-- What the janitor looks for: pictures for profiles that no profile shows.
create index media_unshown on media (coalesce(released_at, created_at))
  where post_id is null and not on_profile and purpose <> 'post';
