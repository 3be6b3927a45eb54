// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type BlocksTable = {
  from_id: string
  to_id: string
  version: number
  active: boolean
  at: Date
  heard: number
}

export type FollowsTable = {
  from_id: string
  to_id: string
  version: number
  active: boolean
  at: Date
  heard: number
}

export type MemberErasuresTable = {
  member_id: string
  keeps_messages: boolean
  counts: unknown
}

export type MemberFormerUsernamesTable = {
  username: string
  member_id: string
  kept_until: Date
}

export type MemberRoundsTable = {
  id: string
  number: number
  begun_at: Date
  auth_ended: boolean
  social_ended: boolean
}

export type MembersTable = {
  id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  state: string
  created_at: Date | null
  account_version: number
  profile_version: number
  heard: number
  erased_at: Date | null
  is_private: boolean
  privacy_version: number
  contact_privacy: unknown
  email_verified: boolean | null
}

export type MutedWordsTable = {
  member_id: string
  version: number
  words: unknown
}

export type MutesTable = {
  from_id: string
  to_id: string
  version: number
  active: boolean
  at: Date
  until: Date | null
  heard: number
}

export type PrivacyExceptionsTable = {
  from_id: string
  to_id: string
  version: number
  active: boolean
  at: Date
  exception: unknown
  heard: number
}

export type RefusedWordsTable = {
  one_row: boolean
  version: number
  words: string[]
}
