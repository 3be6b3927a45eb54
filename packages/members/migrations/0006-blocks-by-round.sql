-- no transaction
-- Rows of older snapshot rounds, oldest round first.
create index concurrently if not exists blocks_heard on blocks (heard);
