-- no transaction
do $$
declare
  batch uuid[];
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    batch := array(select id from posts where id > last_id order by id limit 1000);
    insert into posts_to_index (post_id) select unnest(batch);
    commit;
    exit when cardinality(batch) = 0;
    last_id := batch[cardinality(batch)];
  end loop;
end $$
