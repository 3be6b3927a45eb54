-- no transaction
create index concurrently if not exists accounts_with_role on accounts (username) where role <> 'member';
