-- Up Migration
-- Rounds that an owner has completed, so that rows of older rounds can be removed in batches; and when each round began.
alter table member_rounds
  add column begun_at timestamptz not null default now(),
  add column auth_ended boolean not null default false,
  add column social_ended boolean not null default false;

-- The time of an erasure, so that the id of the member can be forgotten.
alter table members add column erased_at timestamptz;
