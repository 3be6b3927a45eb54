// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type ConversationMembersTable = {
  conversation_id: string
  member_id: string
  other_id: string | null
  read_up_to: number
  delivered_up_to: number
  unread: number
  moves: string
  moved_at: Date
  role: string
  muted_until: Date | null
  pinned_at: Date | null
  archived_seq: number | null
  is_unread: boolean
  request: string | null
  joined_at: Date | null
  from_seq: number
  cleared_up_to: number
}

export type ConversationsTable = {
  id: string
  low_id: string | null
  high_id: string | null
  seq: number
  rev: number
  last_message_id: string | null
  created_at: Date
  moved_at: Date
  kind: string
  disappear_after: number | null
}

export type ExportTasksTable = {
  export_id: string
  member_id: string
  folder: string
  requested_at: Date
  claimed_until: Date | null
}

export type GroupInvitationsTable = {
  conversation_id: string
  member_id: string
  invited_by: string
  invited_at: Date
  from_seq: number
}

export type GroupsTable = {
  conversation_id: string
  name: string
  created_by: string
  client_group_id: string | null
}

export type HiddenMessagesTable = {
  message_id: string
  member_id: string
  conversation_id: string
  rev: number
  hidden_at: Date
}

export type LinkPreviewsTable = {
  id: string
  url: string
  expires_at: Date
  check_at: Date
  page: unknown
}

export type LinkPreviewsToFetchTable = {
  message_id: string
  due_at: Date
}

export type MediaToRemoveTable = {
  path: string
  attempts: number
  due_at: Date
}

export type MembersAddedColumns = {
  folded_name: string | null
  found_by: string | null
}

export type MessageDraftsTable = {
  member_id: string
  id: string
  content: string
  changed_at: Date
  deleted_at: Date | null
}

export type MessageEditsTable = {
  message_id: string
  content: string
  edited_at: Date
}

export type MessageLinkPreviewsTable = {
  message_id: string
  preview_id: string
}

export type MessageStarsTable = {
  message_id: string
  member_id: string
  conversation_id: string
  starred_at: Date
}

export type MessageVideosTable = {
  message_id: string
  video: unknown
}

export type MessagesTable = {
  id: string
  conversation_id: string
  seq: number
  rev: number
  sender_id: string
  client_message_id: string | null
  fingerprint: string
  content: string
  message_type: string
  media: unknown
  reply_to: string | null
  thread_id: string | null
  thread_count: number
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  found_by: string | null
  pictures: unknown
  facets: unknown
  voice: unknown
  link_preview_removed: boolean
  is_forwarded: boolean
  system: unknown
  expires_at: Date | null
}

export type PictureSecretTable = {
  only_one: boolean
  secret: string
}

export type ReactionsTable = {
  message_id: string
  member_id: string
  emoji: string
  created_at: Date
}

export type ThreadMarkersTable = {
  thread_id: string
  member_id: string
  read_up_to: number
}

export type UnreadTotalsTable = {
  member_id: string
  messages: number
  moves: string
  muted_until: Date | null
}

export type VideoTasksTable = {
  message_id: string
  attempts: number
  due_at: Date
}

export type VoicePlaysTable = {
  message_id: string
  member_id: string
  played_at: Date
}

export type VoiceTasksTable = {
  message_id: string
  attempts: number
  due_at: Date
}
