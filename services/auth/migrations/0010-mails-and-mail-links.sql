-- Up Migration

-- The address to which a member wants to change, until its link is used.
alter table accounts add column pending_email text;

-- Mails that wait, and those of the last hour, so that none is sent twice in an hour for one reason. A mail contains no token: the
-- sender creates it with the link. `account_id` is null until the sender has found the account of the recipient.
-- `next_attempt_at` is null when the mail was sent.
create table mails (
  reason text primary key,
  kind text not null,
  account_id uuid references accounts (id) on delete cascade,
  recipient text not null,
  language text not null,
  origin text not null,
  requested_at timestamptz not null,
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz
);
create index mails_by_next_attempt on mails (next_attempt_at);
create index mails_by_account on mails (account_id);
create index mails_by_sending on mails (sent_at);

-- The links of mails that can still be used. `token_hash` is the SHA-256 of the token. `email` is the address that the link proves,
-- or gives back to the account.
create table mail_links (
  token_hash bytea primary key,
  purpose text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index mail_links_by_account on mail_links (account_id, purpose);
create index mail_links_by_expiry on mail_links (expires_at);
