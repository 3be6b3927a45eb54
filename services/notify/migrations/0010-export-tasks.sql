-- Up Migration

-- Parts of exports that this service still has to write, into the folder of the export. A process has the task until `claimed_until`.
create table export_tasks (
  export_id uuid primary key,
  member_id uuid not null,
  folder text not null,
  requested_at timestamptz not null,
  claimed_until timestamptz
);
