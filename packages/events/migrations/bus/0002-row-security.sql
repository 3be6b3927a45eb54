-- Up Migration
-- The role of a service is named after it, such as meadow_auth. It appends only events and dead letters of that service,
-- reads only the topics listed for it, and changes only its own offsets. The owner of the tables may do everything.
create function current_service() returns text language sql stable
  return substring(current_user from '[^_]+$');

-- The topics that each service consumes.
create table readers (
  service text not null,
  topic text not null,
  primary key (service, topic)
);

alter table log enable row level security;
alter table offsets enable row level security;
alter table readers enable row level security;

create policy read_own_topics on readers for select using (service = current_service());

create policy read_consumed_topics on log for select using (
  topic = any (array(
    select topic || suffix from readers, unnest(array['', '.replay']) as suffix where service = current_service()
  ))
);

create policy append_own_events on log for insert with check (
  current_service() = case
    when topic like '%.dead' then event ->> 'consumer'
    when topic not like '%.%' then event ->> 'source'
  end
);

create policy change_own_offsets on offsets using (consumers = current_service());

-- Deletes a batch of events and dead letters whose retention has ended, and returns their number. It runs with the rights
-- of its owner, so that a service can delete nothing else.
create function delete_expired_events(batch_size integer) returns bigint language sql security definer
begin atomic
  with deleted as (
    delete from log where (topic, position) in (
      select topic, position from log
      where appended_at < now() - interval '7 days'
        and (topic not like '%.dead' or appended_at < now() - interval '30 days')
      limit batch_size)
    returning 1)
  select count(*) from deleted;
end;
