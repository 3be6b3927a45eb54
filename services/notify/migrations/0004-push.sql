-- Up Migration

-- Keys that identify this installation to push services (RFC 8292). New subscriptions use the newest; an older key stays
-- while a subscription uses it. The private part is encrypted if an encryption key is configured.
create table vapid_keys (
  public_key text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null
);

-- One for each session of a member. `next_attempt_at` is null while no push waits; one sender at a time claims the row.
create table push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique,
  member_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  vapid_key text not null references vapid_keys,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure_code text,
  last_failure_status integer,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz
);

create index push_subscriptions_of on push_subscriptions (member_id);
create index push_subscriptions_due on push_subscriptions (next_attempt_at) where next_attempt_at is not null;
create index push_subscriptions_renewed on push_subscriptions (renewed_at);
create index push_subscriptions_key on push_subscriptions (vapid_key);

-- The newest push of each tag. `id` changes with the content. `payload` is null after it was sent; `shown_at` is the time at which
-- a push service has last accepted a push of this tag, so that it can be closed when it is read elsewhere.
create table pushes (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  tag text not null,
  id uuid not null,
  type text not null,
  reference_id uuid,
  seq integer,
  at timestamptz not null,
  payload jsonb,
  expires_at timestamptz not null,
  shown_at timestamptz,
  primary key (subscription_id, tag)
);

create index pushes_expires_at on pushes (expires_at);
create index pushes_waiting on pushes (at) where payload is not null;
