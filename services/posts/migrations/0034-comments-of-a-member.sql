-- no transaction
create index concurrently if not exists comments_of_member on comments (author_id, id desc);
