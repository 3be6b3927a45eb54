-- no transaction
-- Rows of older snapshot rounds, oldest round first.
create index concurrently if not exists members_heard on members (heard);
