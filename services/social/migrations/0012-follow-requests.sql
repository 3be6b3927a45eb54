-- Up Migration

-- Members who wait for a private member to accept their follow. A request changes under the version of its follow.
create table follow_requests (
  from_id uuid not null,
  to_id uuid not null,
  at timestamptz not null,
  primary key (from_id, to_id)
);

create index follow_requests_newest on follow_requests (to_id, at desc, from_id desc);
