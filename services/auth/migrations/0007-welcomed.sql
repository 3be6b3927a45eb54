-- Up Migration

-- True once the member has finished the welcome of new members, on any device.
alter table accounts add column is_welcomed boolean not null default false;
