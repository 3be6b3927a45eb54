-- Up Migration

-- A suspended account cannot be signed in to until `suspended_until`; null with `suspended_at`: for ever. The time ends the suspension,
-- no task has to.
alter table accounts add column suspended_at timestamptz;
alter table accounts add column suspended_until timestamptz;
alter table accounts add column suspension_rule text;
