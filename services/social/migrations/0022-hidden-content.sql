-- Up Migration

-- The time since which the content of an open report is hidden; null: it is not.
alter table reports add column hidden_at timestamptz;
