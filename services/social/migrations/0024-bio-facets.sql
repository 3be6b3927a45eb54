-- Up Migration

-- The links, mentions and tags of the bio, with the text in which they were found: { "text": …, "facets": [ … ] }. A version that does not know
-- this column changes the bio alone, and facets of another text are not shown. Null for a bio without them, and for those of earlier versions.
alter table profiles add column bio_facets jsonb;
