-- Up Migration

-- The state of a message request in the row of a member: 'sent', 'received' or 'declined'. It ends with an answer. See `RequestState`.
alter table conversation_members add column request text;
