-- Up Migration

-- The links, mentions and tags of the text, with offsets in code points. Null if it has none; messages of earlier versions have none.
alter table messages add column facets jsonb;
