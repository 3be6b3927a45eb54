-- Up Migration

-- The e-mail domains and addresses that cannot be used for accounts: one row, and none before the first change. The table
-- `refused_words` has the words, and the version of both.
create table refused_addresses (
  one_row boolean primary key default true check (one_row),
  domains text[] not null,
  emails text[] not null
);
