// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type CountersTable = {
  member_id: string
  type: string
  total: number
  unread: number
  seen_at: Date | null
}

export type ExportTasksTable = {
  export_id: string
  member_id: string
  folder: string
  requested_at: Date
  claimed_until: Date | null
}

export type KnownCommentsTable = {
  post_id: string
  id: string
  taken_at: Date
}

export type KnownFollowsTable = {
  to_id: string
  from_id: string
  version: number
  told_at: Date | null
  taken_at: Date
}

export type KnownLikesTable = {
  post_id: string
  actor_id: string
  rev: number
  taken_at: Date
}

export type KnownMentionsTable = {
  target_id: string
  member_id: string
  post_id: string
}

export type KnownSharesTable = {
  post_id: string
  actor_id: string
  rev: number
  taken_at: Date
}

export type MutedContentTable = {
  member_id: string
  kind: string
  target: string
  rev: string
  until: Date | null
}

export type NotificationActorsTable = {
  notification_id: string
  actor_id: string
  at: Date
  comment_id: string | null
  excerpt: string
  hidden: boolean
  thread_id: string | null
}

export type NotificationsTable = {
  id: string
  member_id: string
  type: string
  post_id: string | null
  is_read: boolean
  created_at: Date
  updated_at: Date
  actor_count: number
  follow_kind: string | null
  kind: string | null
  rule: string | null
  report_id: string | null
  target_comment_id: string | null
}

export type PostsTable = {
  id: string
  author_id: string
  excerpt: string
  image: string
  deleted: boolean
  deleted_at: Date | null
  hidden: boolean
  edited_rev: number | null
}

export type PreferencesTable = {
  member_id: string
  type: string
  in_app: boolean
  from_whom: string
  push: boolean
}

export type PushSettingsTable = {
  member_id: string
  hide_text: boolean
  quiet_zone: string
  quiet_days: unknown
}

export type PushSubscriptionsTable = {
  id: string
  session_id: string
  member_id: string
  endpoint: string
  p256dh: string
  auth: string
  vapid_key: string
  created_at: Date
  renewed_at: Date
  last_success_at: Date | null
  last_failure_at: Date | null
  last_failure_code: string | null
  last_failure_status: number | null
  failures: number
  next_attempt_at: Date | null
  claimed_until: Date | null
}

export type PushesTable = {
  subscription_id: string
  tag: string
  id: string
  type: string
  reference_id: string | null
  seq: number | null
  at: Date
  payload: unknown
  expires_at: Date
  shown_at: Date | null
}

export type VapidKeysTable = {
  public_key: string
  private_jwk: unknown
  created_at: Date
}
