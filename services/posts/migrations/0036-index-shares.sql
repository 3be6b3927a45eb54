-- no transaction
create index concurrently if not exists shares_of_post on posts (shared_post_id, author_id) where shared_post_id is not null;
