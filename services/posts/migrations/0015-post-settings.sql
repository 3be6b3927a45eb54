-- Up Migration

-- Null: unknown, everyone, and no cover, as for rows of earlier versions.
alter table posts add column language text;
alter table posts add column comment_audience text;
alter table posts add column picture_cover jsonb;
