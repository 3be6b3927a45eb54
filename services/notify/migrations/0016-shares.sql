-- Up Migration

-- The last change of the share of a member and post, so that repeated and late events do not notify again.
create table known_shares (
  post_id uuid not null,
  actor_id uuid not null,
  rev integer not null,
  taken_at timestamptz not null default now(),
  primary key (post_id, actor_id)
);
create index known_shares_taken_at on known_shares using brin (taken_at);
