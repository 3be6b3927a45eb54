-- Up Migration

-- `pictures` are the ids of pictures with their alt texts, in their order. A deleted draft keeps only its time, so that an earlier
-- change that arrives late does not bring it back.
create table post_drafts (
  member_id uuid not null,
  id uuid not null,
  content text not null,
  pictures jsonb not null default '[]',
  language text,
  comment_audience text,
  picture_cover jsonb,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (member_id, id)
);
create index post_drafts_deleted on post_drafts (deleted_at) where deleted_at is not null;

-- The draft that keeps a picture from being deleted as unused.
alter table media add column draft_id uuid;
