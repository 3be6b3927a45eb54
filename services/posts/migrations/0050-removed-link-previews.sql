-- Up Migration

-- True: the author has removed the preview of the first link of the post, so that the post shows none.
alter table posts add column link_preview_removed boolean not null default false;
