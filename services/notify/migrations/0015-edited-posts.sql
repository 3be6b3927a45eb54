-- Up Migration

-- The `rev` of the last edit of a post, so that a repeated event tells nobody again. Null: never edited.
alter table posts add column edited_rev integer;
