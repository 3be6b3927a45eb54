/** Plain numbers and patterns that both ends need. The browser imports this file and no schema. */

export const USERNAME_LENGTH = { min: 3, max: 30 } as const
/** Begins and ends with a letter or digit; letters, digits, `_` and single dots between. Input is lower-cased first. */
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9_]|\.(?!\.))*[a-z0-9]$/
export const MAX_FULL_NAME_LENGTH = 80
export const MAX_EMAIL_LENGTH = 254
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** What members say of themselves, in characters. */
export const MAX_PROFILE_FIELD_LENGTH = { bio: 200, website: 200, place: 100, phone: 30 } as const
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
export const EARLIEST_BIRTHDAY = '1900-01-01'
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const

export const MAX_POST_LENGTH = 5_000
export const MAX_COMMENT_LENGTH = 2_000
export const MAX_MESSAGE_LENGTH = 1_000
/** How many different emoji one member puts under one message. */
export const MAX_REACTIONS_PER_MEMBER = 20
export const MAX_ALT_TEXT_LENGTH = 1_000
export const MAX_FOLLOWS = 7_500

/** Bounded views of a post: how many liker ids and comments travel with it. */
export const MAX_POST_LIKES_IN_VIEW = 100
export const MAX_POST_COMMENTS_IN_VIEW = 3
/** The newest ids in the session user's `following`, and in that of a profile. */
export const MAX_SESSION_FOLLOWING_IDS = 1_000
export const MAX_PROFILE_FOLLOWING_IDS = 100
/** How many posts one call asks for by id, and how many a socket watches. */
export const MAX_POST_IDS_PER_REQUEST = 50
/** What members are told of. Messages are told by the chat, bookmarks are nobody's business. */
export const NOTIFICATION_TYPES = ['like', 'comment', 'follow', 'mention', 'share'] as const
/** The newest of those who did what a grouped notification tells. */
export const MAX_NOTIFICATION_ACTORS = 3

export const PAGE_SIZE = {
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
export const MAX_PAGE_OFFSET = 1_000
/** Who follows fewer members than this sees posts of everybody. */
export const MIN_FOLLOWS_FOR_FOLLOWING_FEED = 5

/** How a client may name an attempt to create something: 1 to 100 printable ASCII characters. */
export const CLIENT_KEY_PATTERN = /^[\x20-\x7e]{1,100}$/

/** A picture that is sent to one member may be larger. */
export const MAX_MESSAGE_PICTURE_BYTES = 20 * 1024 * 1024
export const PICTURE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
} as const
