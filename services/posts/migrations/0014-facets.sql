-- Up Migration

-- The links, mentions and tags of a text, with their places in it. Null: none, and for rows of earlier versions.
alter table posts add column facets jsonb;
alter table comments add column facets jsonb;
alter table hidden_comments add column facets jsonb;
