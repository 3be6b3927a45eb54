-- Up Migration
-- The newest event that was deleted before the group had read it. Null if there is none, or the group knows.
alter table offsets add column missed_position bigint;

-- Deletes as before, and marks the groups that had not read all of the deleted events.
create or replace function delete_expired_events(batch_size integer) returns bigint language sql security definer
begin atomic
  with deleted as (
    delete from log where (topic, position) in (
      select topic, position from log
      where appended_at < now() - interval '7 days'
        and (topic not like '%.dead' or appended_at < now() - interval '30 days')
      limit batch_size)
    returning topic, position),
  newest as (select topic, max(position) as position from deleted group by topic),
  marked as (
    update offsets set missed_position = greatest(missed_position, newest.position)
    from newest where offsets.topic = newest.topic and offsets.position < newest.position)
  select count(*) from deleted;
end;
