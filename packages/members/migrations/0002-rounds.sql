-- Up Migration
-- Rounds in which the owners tell all again. What was heard before a round and not in it has no owner any more.
create table member_rounds (
  id uuid primary key,
  number integer generated always as identity
);

alter table members add column heard integer not null default 0;
alter table follows add column heard integer not null default 0;
alter table blocks add column heard integer not null default 0;
