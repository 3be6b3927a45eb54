-- Up Migration

-- The settings of who may contact a member, as far as the member has chosen: see `ContactPrivacy`.
alter table members add column contact_privacy jsonb not null default '{}';
