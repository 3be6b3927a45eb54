-- no transaction
create index concurrently if not exists media_unused_without_draft on media (created_at)
  where post_id is null and purpose = 'post' and draft_id is null;
