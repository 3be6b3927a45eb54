-- no transaction
-- Up Migration

-- Computes the search column of messages that were folded by the earlier function.
do $$
declare
  previous uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin loop
  select id into last from messages where id > previous order by id offset 999 limit 1;
  update messages set content = content where id > previous and (last is null or id <= last) and found_by <> folded(content);
  commit;
  exit when last is null;
  previous := last;
end loop; end $$;
