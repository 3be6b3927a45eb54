-- Up Migration

-- The time from which a key signs. A key without it has signed since it was created.
alter table signing_keys add column signs_from timestamptz;
