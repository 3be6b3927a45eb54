// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type BookmarksTable = {
  member_id: string
  post_id: string
  folder: string
  created_at: Date
}

export type CommentLikesTable = {
  comment_id: string
  member_id: string
  post_id: string
  created_at: Date
}

export type CommentsTable = {
  id: string
  post_id: string
  author_id: string
  text: string
  created_at: Date
  facets: unknown
  parent_id: string | null
  reply_to_id: string | null
  edited_at: Date | null
  likes_count: number
  replies_count: number
  rev: number
}

export type CounterChecksTable = {
  last_post_id: string
  checked_at: Date
}

export type CounterSweepsTable = {
  id: boolean
  position: string | null
}

export type DiscoverExclusionsTable = {
  member_id: string
  kind: string
  subject: string
  created_at: Date
}

export type DiscoverSnapshotsTable = {
  id: string
  member_id: string
  entries: unknown
  created_at: Date
}

export type ExportTasksTable = {
  export_id: string
  member_id: string
  folder: string
  requested_at: Date
  claimed_until: Date | null
}

export type HiddenCommentsTable = {
  id: string
  post_id: string
  author_id: string
  text: string
  created_at: Date
  facets: unknown
  parent_id: string | null
  reply_to_id: string | null
  edited_at: Date | null
  likes_count: number
  replies_count: number
  rev: number
  hidden_by_moderators: boolean
  hidden_by_host: boolean
}

export type LikesTable = {
  post_id: string
  member_id: string
  created_at: Date
  author_id: string
}

export type LinkPreviewsTable = {
  id: string
  url: string
  expires_at: Date
  check_at: Date
  page: unknown
}

export type LinkPreviewsToFetchTable = {
  post_id: string
  due_at: Date
}

export type MediaTable = {
  id: string
  owner_id: string
  purpose: string
  random: string
  width: number
  height: number
  created_at: Date
  post_id: string | null
  placeholder: string
  narrower: number[]
  on_profile: boolean
  released_at: Date | null
  position: number
  alt: string | null
  draft_id: string | null
}

export type MediaToRemoveTable = {
  path: string
  attempts: number
  due_at: Date
}

export type MutedContentTable = {
  member_id: string
  kind: string
  target: string
  version: string
  until: Date | null
  muted_at: Date
}

export type PinnedPostsTable = {
  member_id: string
  post_id: string
  pinned_at: Date
}

export type PopularAuthorsTable = {
  member_id: string
}

export type PostDraftsTable = {
  member_id: string
  id: string
  content: string
  pictures: unknown
  language: string | null
  comment_audience: string | null
  picture_cover: unknown
  changed_at: Date
  deleted_at: Date | null
}

export type PostTagsTable = {
  tag: string
  created_at: Date
  post_id: string
  author_id: string
}

export type PostTermsTable = {
  post_id: string
  author_id: string
  created_at: Date
  has_picture: boolean
  terms: string
}

export type PostVersionsTable = {
  post_id: string
  rev: number
  content: string
  facets: unknown
  written_at: Date
}

export type PostVideosTable = {
  id: string
  owner_id: string
  post_id: string | null
  random: string
  video: unknown
  captions: string | null
  captions_random: string | null
  created_at: Date
}

export type PostViewsTable = {
  post_id: string
  views_count: number
  first_day: Date | null
  last_day: Date | null
  is_hidden: boolean
}

export type PostsTable = {
  id: string
  author_id: string
  content: string
  alt: string
  created_at: Date
  rev: number
  likes_count: number
  comments_count: number
  has_picture: boolean
  hidden_at: Date | null
  facets: unknown
  language: string | null
  comment_audience: string | null
  picture_cover: unknown
  edited_at: Date | null
  edited_rev: number | null
  shared_post_id: string | null
  shares_count: number
  link_preview_id: string | null
  link_preview_removed: boolean
}

export type PostsToFanOutTable = {
  post_id: string
  author_id: string
  created_at: Date
}

export type PostsToIndexTable = {
  number: string
  post_id: string
}

export type ReadingPositionsTable = {
  member_id: string
  seen_until: Date
}

export type TagFollowsTable = {
  member_id: string
  tag: string
  created_at: Date
}

export type TimelineEntriesTable = {
  member_id: string
  created_at: Date
  post_id: string
  author_id: string
}

export type TimelinesTable = {
  member_id: string
  is_ready: boolean
  read_at: Date
}

export type VideoTasksTable = {
  video_id: string
  attempts: number
  due_at: Date
}

export type ViewedPostsTable = {
  member_id: string
  day: Date
  post_ids: string[]
  added_ids: string[]
}
