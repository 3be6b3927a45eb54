-- no transaction
-- Up Migration

-- Finds the deleted accounts whose grace has ended.
create index concurrently if not exists accounts_to_erase on accounts (erases_at) where erases_at is not null;
