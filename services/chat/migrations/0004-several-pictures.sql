-- Up Migration

-- All pictures of a message, in their order; `media` stays the first of them. Null for messages of earlier versions.
alter table messages add column pictures jsonb;
