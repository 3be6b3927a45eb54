-- no transaction
-- Up Migration

create index concurrently if not exists reports_open_appeals on reports (created_at desc, id desc) where appeal_state = 'open';
