-- Up Migration

-- The time up to which the member has seen notifications: they are not in the badge. Only in the row of all types.
alter table counters add column seen_at timestamptz;
