-- no transaction
-- Up Migration

-- Computes the search columns of names that were folded by the earlier function.
do $$
declare
  previous uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin loop
  select id into last from members where id > previous order by id offset 999 limit 1;
  update members set full_name = full_name where id > previous and (last is null or id <= last) and folded_name <> folded(full_name);
  commit;
  exit when last is null;
  previous := last;
end loop; end $$;
