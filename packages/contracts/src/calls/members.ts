import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import {
  EARLIEST_BIRTHDAY,
  GENDERS,
  MAX_FULL_NAME_LENGTH,
  MAX_PROFILE_FIELD_LENGTH,
  PAGE_SIZE,
  RELATIONSHIP_STATUSES,
} from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { MemberSummaryView, ProfileView, SuggestionView } from '../shapes/member.ts'
import { Count, Id, text } from '../text.ts'

const OfMember = z.object({ idOrUsername: text().min(1).max(100) })
const paged = (pageSize: number) =>
  z.object({ limit: pageLimit(pageSize), page: PageNumber, cursor: Cursor.optional() })
const More = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

const line = (most: number) => text().trim().max(most, `At most ${most} characters`).optional()

/** `example.org` becomes `https://example.org`; only web addresses are taken. */
const Website = text()
  .trim()
  .max(MAX_PROFILE_FIELD_LENGTH.website, `At most ${MAX_PROFILE_FIELD_LENGTH.website} characters`)
  .transform((value) => (value === '' || /^https?:\/\//i.test(value) ? value : `https://${value}`))
  .refine((value) => value === '' || isWebAddress(value), 'Not a web address')

const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username && !url.password
}

const Birthday = z
  .union([z.literal(''), z.iso.date('Not a date')])
  .nullable()
  .transform((value) => value || null)
  .refine((value) => value === null || value >= EARLIEST_BIRTHDAY, 'Too long ago')

/** An address on our own media origin or a media id; whether it is one's own is for the service to see. */
const OwnPicture = text().max(300, 'Choose one of your own pictures')

export const getProfile = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername',
  access: 'member',
  summary: 'A member by id or username',
  params: OfMember,
  response: z.object({ user: ProfileView, isFollowing: z.boolean() }),
})

export const updateProfile = defineCall({
  method: 'put',
  path: '/auth/profile',
  access: 'member',
  summary: 'Changes the own profile: what is not named stays as it is',
  body: z.object({
    fullName: text()
      .trim()
      .min(1, 'Full name is required')
      .max(MAX_FULL_NAME_LENGTH, `Full name can have at most ${MAX_FULL_NAME_LENGTH} characters`)
      .optional(),
    bio: line(MAX_PROFILE_FIELD_LENGTH.bio),
    website: Website.optional(),
    location: line(MAX_PROFILE_FIELD_LENGTH.place),
    avatar: OwnPicture.optional(),
    cover: OwnPicture.optional(),
    birthday: Birthday.optional(),
    gender: z.enum(GENDERS, 'Not one of the choices').optional(),
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES, 'Not one of the choices').optional(),
    workplace: line(MAX_PROFILE_FIELD_LENGTH.place),
    education: line(MAX_PROFILE_FIELD_LENGTH.place),
    hometown: line(MAX_PROFILE_FIELD_LENGTH.place),
    currentCity: line(MAX_PROFILE_FIELD_LENGTH.place),
    phone: text()
      .trim()
      .max(MAX_PROFILE_FIELD_LENGTH.phone, `At most ${MAX_PROFILE_FIELD_LENGTH.phone} characters`)
      .regex(/^[+\d\s()./-]*$/, 'Not a phone number')
      .optional(),
  }),
  response: z.object({ user: ProfileView }),
})

export const listUsers = defineCall({
  method: 'get',
  path: '/auth/users',
  access: 'member',
  summary: 'The directory: members by a part of their name or @username, or all of them, the best match first',
  query: paged(PAGE_SIZE.users).extend({ query: text().trim().max(100).default('') }),
  response: z.object({ users: z.array(MemberSummaryView), ...More }),
})

export const listFollowers = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/followers',
  access: 'member',
  summary: 'Who follows a member, the newest first',
  params: OfMember,
  query: paged(PAGE_SIZE.follows),
  response: z.object({ followers: z.array(MemberSummaryView), ...More }),
})

export const listFollowing = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/following',
  access: 'member',
  summary: 'Whom a member follows, the newest first',
  params: OfMember,
  query: paged(PAGE_SIZE.follows),
  response: z.object({ following: z.array(MemberSummaryView), ...More }),
})

export const getSuggestions = defineCall({
  method: 'get',
  path: '/auth/suggestions',
  access: 'member',
  summary: 'Members whom the viewer may want to follow',
  query: z.object({ limit: pageLimit(PAGE_SIZE.suggestions) }),
  response: z.object({ suggestions: z.array(SuggestionView) }),
})

export const follow = defineCall({
  method: 'post',
  path: '/users/:id/follow',
  access: 'member',
  summary: 'Follows or unfollows; without `state` it toggles',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean().optional() }).optional(),
  response: z.object({ isFollowing: z.boolean(), followerCount: Count }),
})
