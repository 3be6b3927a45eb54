-- Up Migration

-- The sender has passed the message on from another conversation.
alter table messages add column is_forwarded boolean not null default false;
