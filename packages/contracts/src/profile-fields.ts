/** The audiences of a profile's field: everyone, followers, mutual followers, or only the member. */
export const FIELD_AUDIENCES = ['everyone', 'followers', 'mutuals', 'only_me'] as const
/** The members who may begin a conversation: everyone, the members whom one follows, or mutual followers. */
export const MESSAGE_AUDIENCES = ['everyone', 'following', 'mutuals'] as const
/** The fields of a profile with an audience. The others (name, pictures, bio) are the card, which every visible member has. */
export const AUDIENCE_FIELDS = [
  'website',
  'location',
  'birthday',
  'gender',
  'relationshipStatus',
  'workplace',
  'education',
  'hometown',
  'currentCity',
  'phone',
  'interests',
] as const

/** Topics that a member can name as interests. Suggestions prefer members who share some. */
export const INTERESTS = [
  'gardening',
  'trails',
  'birds',
  'animals',
  'bread',
  'cooking',
  'music',
  'choirs',
  'cycling',
  'maps',
  'photography',
  'books',
  'film',
  'crafts',
  'small_software',
  'night_sky',
] as const
export const MAX_INTERESTS = 8
/** Interests and follows that a new member is asked for. */
export const WELCOME_INTERESTS = 3
