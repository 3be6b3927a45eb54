-- Up Migration

-- A change of the address (`pending_email`) counts when the new address is proved, and the old one, if it was proved, has approved.
alter table accounts
  add column pending_email_proved boolean not null default false,
  add column pending_email_approved boolean not null default false,
  add column pending_email_expires_at timestamptz;
