/** Numbers and patterns for services and browsers. Browsers import this file and no schema. Lengths are in code points; the
 * length of a string in JavaScript (UTF-16 units) is never less. */

export const MAX_FULL_NAME_LENGTH = 80
export const MAX_EMAIL_LENGTH = 254
export const MAX_PROFILE_FIELD_LENGTH = { bio: 200, website: 200, shortText: 100, phone: 30 } as const
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
export const EARLIEST_BIRTHDAY = '1900-01-01'

export const MAX_POST_LENGTH = 5_000
export const MAX_LINK_LENGTH = 2_048
export const MAX_COMMENT_LENGTH = 2_000
export const MAX_MESSAGE_LENGTH = 1_000
/** Different emoji of one member on one message. */
export const MAX_REACTIONS_PER_MEMBER = 20
export const MAX_ALT_TEXT_LENGTH = 1_000
/** Reasons for which an author covers the pictures of a post. */
export const PICTURE_COVER_KINDS = ['sensitive', 'spoiler', 'violence', 'nudity'] as const
/** The note of an author about covered pictures, in their own words. */
export const MAX_COVER_NOTE_LENGTH = 80
/** The members who may comment on a post, beside its author and moderators. */
export const COMMENT_AUDIENCES = ['everyone', 'following', 'mentioned'] as const
/** A language tag of BCP 47, such as `pt-BR`. */
export const MAX_LANGUAGE_TAG_LENGTH = 35
/** Pictures of one post or message. */
export const MAX_PICTURES = 4
export const MAX_FOLLOWS = 7_500
/** Members that one member blocks: every read compares its members with them. */
export const MAX_BLOCKS = 7_500
/** Members that one member mutes at a time. The page knows all of them. */
export const MAX_MUTES = 1_000
/** Words and phrases that one member mutes, and their characters. */
export const MAX_MUTED_WORDS = 100
export const MAX_PINNED_CONVERSATIONS = 5
/** Messages that a member can send in one message request before it is answered. */
export const MAX_REQUEST_MESSAGES = 3
/** A mute of a conversation that lasts until it is taken back ends at this time. */
export const MUTED_FOR_EVER = '9999-12-31T23:59:59.000Z'
/** Members of a group, invited ones included, the characters of its name, and the groups of one member. */
export const MAX_GROUP_MEMBERS = 50
export const MAX_GROUP_NAME_LENGTH = 80
export const MAX_GROUPS = 100
/** The roles in a group. An admin renames it, invites and removes members, and makes others admins. */
export const GROUP_ROLES = ['member', 'admin'] as const
export const MAX_MUTED_WORD_LENGTH = 100
/** Place in which a muted word hides the texts that contain it: in feeds and comments, or in notifications and pushes. */
export const MUTED_WORD_PLACES = ['feed', 'alerts'] as const
/** Posts and tags that one member mutes at a time. */
export const MAX_MUTED_POSTS = 1_000
export const MAX_MUTED_TAGS = 500
/** Members for whom one member makes a privacy exception. One list has all of them. */
export const MAX_PRIVACY_EXCEPTIONS = 200

/** Facets of one text, and different members that one text mentions. What comes after them stays plain text. */
export const MAX_TEXT_FACETS = 100
export const MAX_MENTIONS = 10

/** Characters of a search, and its words, phrases and filters that are considered. */
export const MAX_SEARCH_LENGTH = 200
export const MAX_SEARCH_TERMS = 20
/** Parts of the text of one post or message that a search highlights. */
export const MAX_HIGHLIGHTS = 50
/** Tags that a member used lately, which are offered first. */
export const MAX_USED_TAGS = 20
/** Tags that a member follows. */
export const MAX_FOLLOWED_TAGS = 500
/** Authors and tags that a member excludes from Discover. */
export const MAX_DISCOVER_EXCLUSIONS = 200
/** Folders of the bookmarks of one member, and the characters of their names. */
export const MAX_BOOKMARK_FOLDERS = 100
export const MAX_BOOKMARK_FOLDER_LENGTH = 50
/** Drafts of posts of one member. A draft may be longer than a post: it is shortened before it is posted. */
export const MAX_DRAFTS = 50
export const MAX_POST_DRAFT_LENGTH = 20_000
/** Drafts of messages of one member, one for each conversation, and their characters: a longer text is sent in parts. */
export const MAX_MESSAGE_DRAFTS = 200
export const MAX_MESSAGE_DRAFT_LENGTH = 20_000
/** Texts of one post that its history lists. */
export const MAX_POST_VERSIONS = 100
/** Texts of one message that its history lists. */
export const MAX_MESSAGE_VERSIONS = 20
/** Members whom one edit of a post tells that its text has changed. */
export const MAX_EDIT_PARTICIPANTS = 500

/** Liker ids and comments in the view of a post. */
export const MAX_POST_LIKES_IN_VIEW = 100
export const MAX_POST_COMMENTS_IN_VIEW = 3
/** The first replies to a comment that a list of comments brings. */
export const MAX_REPLIES_IN_VIEW = 2
/** Newest ids in `following` of the session user, and of a profile. */
export const MAX_SESSION_FOLLOWING_IDS = 1_000
export const MAX_PROFILE_FOLLOWING_IDS = 100
/** Posts that one call requests by id, and posts that one socket watches. */
export const MAX_POST_IDS_PER_REQUEST = 50
/** The most that is counted of the notifications that a member has not seen: the badge shows '99+'. */
export const MAX_UNSEEN_NOTIFICATIONS = 100
/** The most that is counted of the message requests of a member: the inbox shows '99+'. */
export const MAX_COUNTED_REQUESTS = 100

export const NOTIFICATION_TYPES = ['like', 'comment', 'follow', 'mention', 'share'] as const
/** The types that a list of notifications contains. `other` has no settings and no number: nobody turns it off. */
export const LISTED_NOTIFICATION_TYPES = ['like', 'comment', 'follow', 'mention', 'share', 'other'] as const
/** The legal notices of an installation, each a page of its own. */
export const LEGAL_NOTICES = ['terms', 'privacy'] as const
/** The longest legal notice, in characters. */
export const MAX_LEGAL_LENGTH = 20_000
/** The pages that links of mails open, by what the link is for. Their address has a token. */
export const MAIL_LINK_PATHS = {
  reset_password: '/reset-password',
  verify_email: '/verify-email',
  change_email: '/change-email',
  approve_email_change: '/approve-email-change',
} as const

/** Actions of a member in a push, without opening the product. */
export const PUSH_ACTIONS = ['reply', 'like', 'mark-read'] as const
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** Quiet times that begin on one day. */
export const MAX_QUIET_TIMES_PER_DAY = 4
/** Newest members in a grouped notification. */
export const MAX_NOTIFICATION_ACTORS = 3

/** Each role may do what those before it may. */
export const ROLES = ['member', 'moderator', 'admin'] as const

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
  reports: 20,
  tags: 20,
  trends: 10,
  panel: 10,
  max: 50,
} as const
/** Rows that the parameter `page` may skip. Longer lists need a cursor. */
export const MAX_PAGE_OFFSET = 1_000
/** A member who follows fewer people gets the posts of all members in the home feed. */
export const MIN_FOLLOWS_FOR_FOLLOWING_FEED = 5

/** The header `Idempotency-Key`: 1 to 100 printable ASCII characters. */
export const CLIENT_KEY_PATTERN = /^[\x20-\x7e]{1,100}$/

/** The limit of pictures in messages. `PICTURE_LIMITS` has the limit of all other pictures. */
export const MAX_MESSAGE_PICTURE_BYTES = 20 * 1024 * 1024
export const PICTURE_LIMITS = {
  maxBytes: 10 * 1024 * 1024,
  maxPixels: 50_000_000,
  /** Of an animation: its frames, and the pixels of all frames together. */
  maxFrames: 500,
  maxAnimationPixels: 20_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
} as const
/** The times after which messages of a conversation may disappear, in seconds: one day and seven. */
export const DISAPPEAR_AFTER_SECONDS = [86_400, 604_800] as const
/** A voice message: its file as it is sent, its length, and the amplitudes that its view shows. */
export const VOICE_LIMITS = { maxBytes: 10 * 1024 * 1024, maxSeconds: 300 } as const
export const VOICE_PEAKS = 60
/** A video of a message or post: its file as it is sent, its length, and the longest side that its sender may name. */
export const VIDEO_LIMITS = { maxBytes: 100 * 1024 * 1024, maxSeconds: 180, maxSide: 16_384 } as const
/** The captions of a video (WebVTT), in characters of their file. */
export const MAX_CAPTIONS_LENGTH = 100_000
