-- Up Migration
-- Where the relay publishes an event, so that it need not know the type. Null in rows that an older version appended.
alter table outbox add column topic text, add column key text;
