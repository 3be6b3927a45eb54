-- Up Migration

-- Reports of members. `reported_id` is the author of the reported content, whom its owner tells. `evidence` is what the owner
-- has copied; null until then.
create table reports (
  id uuid primary key,
  reporter_id uuid not null,
  kind text not null,
  target_id uuid not null,
  reported_id uuid,
  category text not null,
  text text not null,
  status text not null,
  evidence jsonb,
  created_at timestamptz not null,
  assigned_to uuid,
  decision text,
  rule text,
  note text,
  suspended_until timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  appeal text,
  appealed_at timestamptz
);
create unique index reports_open_once on reports (reporter_id, kind, target_id) where status = 'open';
create index reports_by_reporter on reports (reporter_id, created_at desc, id desc);
create index reports_by_status on reports (status, created_at desc, id desc);
create index reports_by_target on reports (kind, target_id);
create index reports_by_reported on reports (reported_id);

-- What moderators and admins did. Nobody changes or deletes a row, and the role of the service cannot switch the trigger off.
create table moderation_audit (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null,
  action text not null,
  report_id uuid,
  member_id uuid,
  details jsonb not null
);
create index moderation_audit_newest on moderation_audit (at desc, id desc);
create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'moderation_audit is append-only';
end $$;
create trigger moderation_audit_append_only before update or delete or truncate on moderation_audit
  for each statement execute function refuse_change_of_audit();
