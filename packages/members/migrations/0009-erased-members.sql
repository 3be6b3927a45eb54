-- no transaction
-- Erased members, oldest erasure first.
create index concurrently if not exists members_erased on members (erased_at) where state = 'erased';
