-- Up Migration
-- Replaces the table `state`, which a process of the previous version may still use. An entry belongs to the role that
-- writes it, so that services with roles of their own (meadow_auth, …) neither read nor change each other's entries. Every
-- service may read presence, which only chat writes. The owner of the table may do everything.
create unlogged table entries (
  owner text not null default current_user,
  key text not null,
  value text not null,
  expires_at timestamptz not null,
  primary key (owner, key)
);

create index entries_expires_at on entries (expires_at);

alter table entries enable row level security;

create policy read_presence on entries for select using (key like 'presence:%');

create policy change_own_entries on entries using (owner = current_user) with check (
  owner = current_user and (key not like 'presence:%' or current_user like '%\_chat')
);
