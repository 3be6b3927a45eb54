-- Up Migration
create unlogged table state (
  key text primary key,
  value text not null,
  expires_at timestamptz not null
);

create index state_expires_at on state (expires_at);
