-- Up Migration

-- The words and phrases that a member mutes, of which social is the owner: the whole list, with its version.
create table muted_words (
  member_id uuid primary key,
  version integer not null,
  words jsonb not null
);
