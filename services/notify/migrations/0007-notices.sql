-- Up Migration

-- Of a notification without an actor (type 'other'): its kind, the rule that applied, and the report that caused it.
alter table notifications add column kind text;
alter table notifications add column rule text;
alter table notifications add column report_id uuid;
