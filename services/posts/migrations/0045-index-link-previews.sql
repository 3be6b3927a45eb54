-- no transaction
create index concurrently if not exists posts_by_link_preview on posts (link_preview_id) where link_preview_id is not null;
