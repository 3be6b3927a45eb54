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

export type MembersAddedColumns = {
  folded_name: string | null
  found_by: string | null
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
}
