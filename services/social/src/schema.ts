// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type CountedPostsTable = {
  post_id: string
  member_id: string
  deleted: boolean
  deleted_at: Date | null
}

export type DismissedSuggestionsTable = {
  member_id: string
  dismissed_id: string
  dismissed_at: Date
}

export type ExportTasksTable = {
  export_id: string
  member_id: string
  folder: string
  requested_at: Date
  claimed_until: Date | null
}

export type FollowRequestsTable = {
  from_id: string
  to_id: string
  at: Date
}

export type FormerUsernamesTable = {
  username: string
  member_id: string
  kept_until: Date
}

export type MembersAddedColumns = {
  folded_name: string | null
  found_by: string | null
}

export type ModerationAuditTable = {
  id: string
  at: Date
  actor_id: string
  action: string
  report_id: string | null
  member_id: string | null
  details: unknown
}

export type PostCountsTable = {
  member_id: string
  posts: number
}

export type ProfilesTable = {
  member_id: string
  follower_count: number
  following_count: number
  created_at: Date
  cover: string
  bio: string
  website: string
  location: string
  birthday: Date | null
  gender: string
  relationship_status: string
  workplace: string
  education: string
  hometown: string
  current_city: string
  phone: string
  interests: string[]
  is_suggested: boolean
  is_in_directory: boolean
  field_audiences: unknown
  username_version: number | null
  bio_facets: unknown
}

export type ReportsTable = {
  id: string
  reporter_id: string
  kind: string
  target_id: string
  reported_id: string | null
  category: string
  text: string
  status: string
  evidence: unknown
  created_at: Date
  assigned_to: string | null
  decision: string | null
  rule: string | null
  note: string | null
  suspended_until: Date | null
  decided_by: string | null
  decided_at: Date | null
  appeal: string | null
  appealed_at: Date | null
  decision_id: string | null
  appeal_state: string | null
  appeal_answered_by: string | null
  appeal_answered_at: Date | null
  hidden_at: Date | null
}
