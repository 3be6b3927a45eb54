-- Up Migration

-- The versions of the terms and the privacy notice that admins published. The newest one is shown; nobody changes or deletes a row.
create table legal_versions (
  id uuid primary key,
  notice text not null,
  text text not null,
  changed_at timestamptz not null
);
create index legal_versions_newest on legal_versions (notice, changed_at desc, id desc);
create function refuse_change_of_legal_versions() returns trigger language plpgsql as $$
begin
  raise exception 'legal_versions is append-only';
end $$;
create trigger legal_versions_append_only before update or delete or truncate on legal_versions
  for each statement execute function refuse_change_of_legal_versions();
