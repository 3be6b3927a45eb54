-- no transaction
-- A page of posts reads all blocks and mutes of its viewer: from this index, without the rows of the table, which lie far apart.
create index concurrently if not exists blocks_active on blocks (from_id, to_id) where active;
