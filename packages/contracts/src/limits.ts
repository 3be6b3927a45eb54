/** Plain numbers and patterns that both ends need. The browser imports this file and no schema. */

export const USERNAME = { min: 3, max: 30 } as const
/** Begins and ends with a letter or digit; letters, digits, `_` and single dots between. Input is lower-cased first. */
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9_]|\.(?!\.))*[a-z0-9]$/
export const FULL_NAME_MAX = 80
export const EMAIL_MAX = 254
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** What members say of themselves, in characters. */
export const PROFILE = { bio: 200, website: 200, place: 100, phone: 30 } as const
export const GENDERS = ['', 'male', 'female', 'other', 'prefer_not_to_say'] as const
export const RELATIONSHIP_STATUSES = [
  '',
  'single',
  'in_a_relationship',
  'engaged',
  'married',
  'complicated',
  'separated',
  'divorced',
  'widowed',
] as const
/** No birthday is before this day. */
export const BIRTHDAY_FROM = '1900-01-01'
export const PASSWORD = { min: 6, max: 128 } as const

export const POST_MAX = 5_000
export const COMMENT_MAX = 2_000
export const MESSAGE_MAX = 1_000
/** How many different emoji one member puts under one message. */
export const REACTIONS_MAX = 20
export const ALT_MAX = 1_000
export const FOLLOWS_MAX = 7_500

/** Bounded views of a post: how many liker ids and comments travel with it. */
export const POST_LIKES_SHOWN = 100
export const POST_COMMENTS_SHOWN = 3
/** The newest ids in the session user's `following`, and in that of a profile. */
export const FOLLOWING_SHOWN = 1_000
export const PROFILE_FOLLOWING_SHOWN = 100
/** How many posts one call asks for by id, and how many a socket watches. */
export const POSTS_AT_ONCE = 50
/** What members are told of. Messages are told by the chat, bookmarks are nobody's business. */
export const NOTIFICATION_TYPES = ['like', 'comment', 'follow', 'mention', 'share'] as const
/** The newest of those who did what a grouped notification tells. */
export const NOTIFICATION_ACTORS_SHOWN = 3

export const PAGE = {
  posts: 5,
  comments: 20,
  suggestions: 5,
  notifications: 5,
  conversations: 5,
  messages: 30,
  users: 10,
  directory: 12,
  follows: 20,
  most: 50,
} as const
/** How many rows `page` may skip; beyond that a list is walked by cursor. */
export const PAGE_SKIP_MAX = 1_000
/** Who follows fewer members than this sees posts of everybody. */
export const FEW_FOLLOWS = 5

/** How a client may name an attempt to create something: 1 to 100 printable ASCII characters. */
export const CLIENT_KEY_PATTERN = /^[\x20-\x7e]{1,100}$/

/** A picture that is sent to one member may be larger. */
export const MESSAGE_PICTURE_BYTES = 20 * 1024 * 1024
export const PICTURE = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
} as const
