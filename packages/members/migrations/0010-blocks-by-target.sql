-- no transaction
-- Who blocks a member: a page of posts reads this once, instead of one row for each author.
create index concurrently if not exists blocks_by_target on blocks (to_id) where active;
