import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import {
  EARLIEST_BIRTHDAY,
  GENDERS,
  MAX_FULL_NAME_LENGTH,
  MAX_MUTED_WORD_LENGTH,
  MAX_MUTED_WORDS,
  MAX_PROFILE_FIELD_LENGTH,
  MUTED_WORD_PLACES,
  PAGE_SIZE,
  RELATIONSHIP_STATUSES,
} from '../limits.ts'
import { INTERESTS, MAX_INTERESTS } from '../profile-fields.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import {
  MemberSummaryView,
  MemberView,
  MutedMemberView,
  MutedWordView,
  ProfileView,
  SuggestionView,
} from '../shapes/member.ts'
import { Count, Day, Id, lineText, Timestamp, text, trimmedText } from '../text.ts'

const MemberParams = z.object({ idOrUsername: text(100).min(1) })
const createPageQuery = (pageSize: number) =>
  z.object({ limit: pageLimit(pageSize), page: PageNumber, cursor: Cursor.optional() })
const PAGE_FIELDS = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

/** A web address. `example.org` becomes `https://example.org`. */
const Website = lineText(MAX_PROFILE_FIELD_LENGTH.website)
  .transform((value) => (value === '' || /^https?:\/\//i.test(value) ? value : `https://${value}`))
  .refine((value) => value === '' || isWebAddress(value), 'Not a web address')

const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username && !url.password
}

const Birthday = z
  .union([z.literal(''), Day])
  .nullable()
  .transform((value) => value || null)
  .refine((value) => value === null || value >= EARLIEST_BIRTHDAY, 'This date is too long ago')

/** The path of a picture, or its id. The service checks that the member uploaded it for this field. */
const OwnPicture = text(300, 'Choose one of your own pictures')

const Interests = z
  .array(z.enum(INTERESTS, 'Not one of the choices'))
  .max(MAX_INTERESTS, `Choose at most ${MAX_INTERESTS} interests`)
  .refine((interests) => new Set(interests).size === interests.length, 'Choose each interest once')

export const getProfile = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername',
  access: 'guest',
  summary: 'Returns a member by id or username. Guests get what the member shows to everyone',
  params: MemberParams,
  response: z.object({ user: ProfileView, isFollowing: z.boolean() }),
})

export const updateProfile = defineCall({
  method: 'put',
  path: '/auth/profile',
  access: 'member',
  summary: 'Changes the profile of the member; missing fields stay unchanged',
  body: z.object({
    fullName: lineText(MAX_FULL_NAME_LENGTH, `Full name can have at most ${MAX_FULL_NAME_LENGTH} characters`)
      .min(1, 'Full name is required')
      .optional(),
    bio: trimmedText(MAX_PROFILE_FIELD_LENGTH.bio).optional(),
    website: Website.optional(),
    location: lineText(MAX_PROFILE_FIELD_LENGTH.shortText).optional(),
    avatar: OwnPicture.optional(),
    cover: OwnPicture.optional(),
    birthday: Birthday.optional(),
    gender: z.enum(GENDERS, 'Not one of the choices').optional(),
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES, 'Not one of the choices').optional(),
    workplace: lineText(MAX_PROFILE_FIELD_LENGTH.shortText).optional(),
    education: lineText(MAX_PROFILE_FIELD_LENGTH.shortText).optional(),
    hometown: lineText(MAX_PROFILE_FIELD_LENGTH.shortText).optional(),
    currentCity: lineText(MAX_PROFILE_FIELD_LENGTH.shortText).optional(),
    interests: Interests.optional(),
    phone: lineText(MAX_PROFILE_FIELD_LENGTH.phone)
      .regex(/^[+\d\s()./-]*$/, 'Not a phone number')
      .optional(),
  }),
  response: z.object({ user: ProfileView }),
})

export const listUsers = defineCall({
  method: 'get',
  path: '/auth/users',
  access: 'member',
  summary:
    'Lists all members, those with mutual friends first, or searches their names and usernames; best match first',
  query: createPageQuery(PAGE_SIZE.users).extend({ query: lineText(100).default('') }),
  response: z.object({ users: z.array(MemberSummaryView), ...PAGE_FIELDS }),
})

export const listFollowers = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/followers',
  access: 'member',
  summary: 'Lists the followers of a member, newest first',
  params: MemberParams,
  query: createPageQuery(PAGE_SIZE.follows),
  response: z.object({ followers: z.array(MemberSummaryView), ...PAGE_FIELDS }),
})

export const listFollowing = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/following',
  access: 'member',
  summary: 'Lists the members whom a member follows, newest first',
  params: MemberParams,
  query: createPageQuery(PAGE_SIZE.follows),
  response: z.object({ following: z.array(MemberSummaryView), ...PAGE_FIELDS }),
})

export const getSuggestions = defineCall({
  method: 'get',
  path: '/auth/suggestions',
  access: 'member',
  summary: 'Suggests members to follow',
  query: z.object({ limit: pageLimit(PAGE_SIZE.suggestions) }),
  response: z.object({ suggestions: z.array(SuggestionView) }),
})

/** The dismissed member is not told. */
export const dismissSuggestion = defineCall({
  method: 'post',
  path: '/auth/suggestions/:id/dismiss',
  access: 'member',
  summary: 'Dismisses a member, who is never suggested to the caller again, or takes that back',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean() }),
  response: z.object({ isDismissed: z.boolean() }),
})

export const follow = defineCall({
  method: 'post',
  path: '/users/:id/follow',
  access: 'member',
  summary:
    'Follows or unfollows a member; without `state` it toggles. A private account is asked first: `isRequested` is then true, and an unfollow withdraws the request',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean().optional() }).optional(),
  response: z.object({ isFollowing: z.boolean(), isRequested: z.boolean().optional(), followerCount: Count }),
})

/** The blocked member is not told, and a member who blocks the caller can be blocked like any other. */
export const block = defineCall({
  method: 'post',
  path: '/users/:id/block',
  access: 'member',
  summary: 'Blocks or unblocks a member. A block hides the two from each other and ends the follows between them',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean() }),
  response: z.object({ user: MemberView, isBlocked: z.boolean() }),
})

export const listBlocked = defineCall({
  method: 'get',
  path: '/users/blocked',
  access: 'member',
  summary: 'Lists the members whom the caller blocks, newest first',
  query: createPageQuery(PAGE_SIZE.follows),
  response: z.object({ blocked: z.array(MemberView), ...PAGE_FIELDS }),
})

/** The muted member is not told. A mute without `until` lasts until it is taken back; one whose `until` has passed has no effect. */
export const mute = defineCall({
  method: 'post',
  path: '/users/:id/mute',
  access: 'member',
  summary:
    "Mutes or unmutes a member, for a time or until it is taken back. The caller's feeds, comments, suggestions, notifications and pushes leave a muted member out",
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean(), until: Timestamp.nullable().optional() }),
  response: z.object({ user: MemberView, isMuted: z.boolean() }),
})

export const listMuted = defineCall({
  method: 'get',
  path: '/users/muted',
  access: 'member',
  summary: 'Lists the members whom the caller mutes now, newest mute first',
  query: createPageQuery(PAGE_SIZE.follows),
  response: z.object({ muted: z.array(MutedMemberView), ...PAGE_FIELDS }),
})

/** A word or phrase that hides what contains it. It ends at `until`, or (null) when the member removes it. */
const MutedWord = z.object({
  text: lineText(MAX_MUTED_WORD_LENGTH).min(1, 'Write a word or phrase'),
  until: Timestamp.nullable().default(null),
  in: z.array(z.enum(MUTED_WORD_PLACES)).min(1, 'Choose where').max(MUTED_WORD_PLACES.length),
})
const MutedWordList = z.object({ words: z.array(MutedWordView).max(MAX_MUTED_WORDS) })

export const listMutedWords = defineCall({
  method: 'get',
  path: '/users/muted-words',
  access: 'member',
  summary: 'Lists the words and phrases that the caller mutes now, in the order in which they were stored',
  response: MutedWordList,
})

export const setMutedWords = defineCall({
  method: 'put',
  path: '/users/muted-words',
  access: 'member',
  summary:
    'Replaces the words and phrases that the caller mutes. The feeds, comments, notifications and pushes of the caller leave out texts of others that contain one of them as whole words; case and accents make no difference',
  body: z.object({
    words: z.array(MutedWord).max(MAX_MUTED_WORDS, `You can mute ${MAX_MUTED_WORDS} words`),
  }),
  response: MutedWordList,
})

export const removeFollower = defineCall({
  method: 'delete',
  path: '/users/:id/follower',
  access: 'member',
  summary: 'Ends the follow of a member who follows the caller. The member can follow again',
  params: z.object({ id: Id }),
  response: z.object({ followerCount: Count }),
})
