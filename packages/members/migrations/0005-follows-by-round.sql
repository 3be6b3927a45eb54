-- no transaction
-- Rows of older snapshot rounds, oldest round first.
create index concurrently if not exists follows_heard on follows (heard);
