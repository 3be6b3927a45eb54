-- Up Migration
-- What members have made under which key of their client: a repeat of the call answers that. Rows of a day ago are removed.
create table client_keys (
  member_id uuid not null,
  call text not null,
  key text not null,
  fingerprint text not null,
  made_id uuid not null,
  taken_at timestamptz not null default now(),
  primary key (member_id, call, key)
);

create index client_keys_taken_at on client_keys using brin (taken_at);
