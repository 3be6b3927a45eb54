-- Up Migration

-- The setting of messages is a row with the type `message`, which has only `push`.
alter table preferences add column push boolean not null default true;

-- Settings that apply to the pushes of all types. `quiet_days` has the quiet times of each day that has any.
create table push_settings (
  member_id uuid primary key,
  hide_text boolean not null default false,
  quiet_zone text not null default 'UTC',
  quiet_days jsonb not null default '{}'
);
