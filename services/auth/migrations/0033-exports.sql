-- Up Migration

-- Parts of exports that this service still has to write, into the folder of the export. A process has the task until `claimed_until`.
create table export_tasks (
  export_id uuid primary key,
  member_id uuid not null,
  folder text not null,
  requested_at timestamptz not null,
  claimed_until timestamptz
);

-- Exports of members. `folder` is random: where the services write their parts, and the zip is. `account_id` is null after the account
-- was erased: what is left is removed. `link_hash` is the SHA-256 of the token of the current address of the zip. `mail_origin` and
-- `mail_language` say how the mail about it is written; without them none is sent.
create table exports (
  id uuid primary key,
  account_id uuid references accounts (id) on delete set null,
  folder text not null,
  requested_at timestamptz not null,
  mail_origin text,
  mail_language text,
  attempts integer not null default 0,
  claimed_until timestamptz,
  ready_at timestamptz,
  failed_at timestamptz,
  expires_at timestamptz,
  bytes bigint,
  link_hash bytea,
  link_expires_at timestamptz
);
create index exports_by_account on exports (account_id, requested_at desc);
create unique index exports_one_at_a_time on exports (account_id) where ready_at is null and failed_at is null;
create index exports_by_expiry on exports (expires_at);
create unique index exports_by_link on exports (link_hash);

-- The services that have written their part of an export, with the number of things by kind.
create table export_confirmations (
  export_id uuid not null references exports (id) on delete cascade,
  service text not null,
  counts jsonb not null,
  primary key (export_id, service)
);
