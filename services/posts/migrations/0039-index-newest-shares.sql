-- no transaction
create index concurrently if not exists newest_shares_of_post on posts (shared_post_id, created_at desc, author_id)
  where shared_post_id is not null;
