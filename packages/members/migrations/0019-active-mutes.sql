-- no transaction
-- The same for the mutes of the viewer.
create index concurrently if not exists mutes_active on mutes (from_id, to_id, until) where active;
