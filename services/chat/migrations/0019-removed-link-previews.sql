-- Up Migration

-- True: the sender has removed the preview of the first link of the message, so that the message shows none.
alter table messages add column link_preview_removed boolean not null default false;
