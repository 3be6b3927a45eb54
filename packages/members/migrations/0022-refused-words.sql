-- Up Migration

-- The words that this installation refuses, of which auth is the owner: one row, and none before the first change.
create table refused_words (
  one_row boolean primary key default true check (one_row),
  version integer not null,
  words text[] not null
);
