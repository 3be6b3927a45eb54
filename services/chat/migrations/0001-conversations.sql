-- Up Migration

-- What two members have with each other. `seq` is the place of the newest message, `rev` moves with every change. Who
-- changes anything in it locks its row first, so that both and the order of its events agree.
create table conversations (
  id uuid primary key,
  low_id uuid not null,
  high_id uuid not null check (low_id < high_id),
  seq integer not null default 0,
  rev integer not null default 0,
  last_message_id uuid,
  created_at timestamptz not null,
  moved_at timestamptz not null, -- when its newest message was written
  unique (low_id, high_id)
);

-- The same as each of the two has it. `moves` is the member's own count of changes when it changed last; `moved_at` is
-- that of the conversation.
create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  member_id uuid not null,
  other_id uuid not null,
  read_up_to integer not null default 0,
  delivered_up_to integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  moves bigint not null default 0,
  moved_at timestamptz not null,
  primary key (conversation_id, member_id),
  unique (member_id, other_id)
);
create index conversation_members_newest on conversation_members (member_id, moved_at desc, conversation_id desc);
create index conversation_members_unread on conversation_members (member_id, moved_at desc, conversation_id desc)
  where unread > 0;
create index conversation_members_moves on conversation_members (member_id, moves);

-- What is unread for a member in all, and how often anything changed in what they have. The row is locked until the change
-- is committed: who has seen a count has seen all changes up to it.
create table unread_totals (
  member_id uuid primary key,
  messages integer not null default 0 check (messages >= 0),
  moves bigint not null default 0
);

-- `fingerprint` is what the client asked for under its id, so that a repeat is told from another message. `thread_id` is
-- the message under which it was written, `media` what is known of its picture. What is deleted keeps its place.
create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  rev integer not null,
  sender_id uuid not null,
  client_message_id uuid,
  fingerprint text not null,
  content text not null,
  message_type text not null,
  media jsonb,
  reply_to uuid references messages,
  thread_id uuid references messages,
  thread_count integer not null default 0,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (conversation_id, seq),
  unique (sender_id, client_message_id)
);
create index messages_by_rev on messages (conversation_id, rev);
create index messages_by_time on messages (conversation_id, created_at);
create index messages_in_thread on messages (thread_id, seq) where thread_id is not null;
create index messages_replying on messages (reply_to) where reply_to is not null;
create index messages_with_thread on messages (conversation_id, id) where thread_count > 0;

create table message_edits (
  message_id uuid not null references messages on delete cascade,
  content text not null,
  edited_at timestamptz not null,
  primary key (message_id, edited_at)
);

create table reactions (
  message_id uuid not null references messages on delete cascade,
  member_id uuid not null,
  emoji text not null,
  created_at timestamptz not null,
  primary key (message_id, member_id, emoji)
);

create table thread_markers (
  thread_id uuid not null references messages on delete cascade,
  member_id uuid not null,
  read_up_to integer not null,
  primary key (thread_id, member_id)
);

-- Names are searched without case and accents: 'Inês' is found by 'ines'.
create function folded(name text) returns text language sql immutable parallel safe strict
  return lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));

-- What is searched for, as a pattern of LIKE in which every character means itself.
create function pattern_of(query text) returns text language sql immutable parallel safe strict
  return regexp_replace(folded(query), '([\\%_])', '\\\1', 'g');

alter table members
  add column folded_name text generated always as (folded(full_name)) stored,
  add column found_by text generated always as (username || ' ' || folded(full_name)) stored;

-- Words are found by trigrams. A role that may not add the extension, or a server without it, searches without the index:
-- slower, with the same answers. An administrator can add both later.
do $$ begin
  create extension if not exists pg_trgm;
  create index messages_found_by on messages using gin (folded(content) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'pg_trgm is not to be had, words in messages are searched without an index';
end $$;
