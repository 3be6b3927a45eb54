-- Up Migration

-- The topics that members name as interests (INTERESTS of the contracts), in the order in which they were chosen.
alter table profiles add column interests text[] not null default '{}';
