-- no transaction
-- Up Migration
-- A relay that crashes publishes its events again. A dead letter is stored once, by its id.
create unique index concurrently if not exists dead_letters_by_id on log ((event ->> 'id')) where topic like '%.dead';
