-- Up Migration

-- What a session is used on, as people call it; the sessions of before learn it when they are used next.
alter table sessions add column device text not null default 'Unknown device';
