import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { BIRTHDAY_FROM, FULL_NAME_MAX, GENDERS, PAGE, PROFILE, RELATIONSHIP_STATUSES } from '../limits.ts'
import { Cursor, limit, Page } from '../shapes/list.ts'
import { PersonView, ProfileView, SuggestionView } from '../shapes/member.ts'
import { Count, Id, text } from '../text.ts'

const OfMember = z.object({ idOrUsername: text().min(1).max(100) })
const paged = (pageSize: number) => z.object({ limit: limit(pageSize), page: Page, cursor: Cursor.optional() })
const More = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

const line = (most: number) => text().trim().max(most, `At most ${most} characters`).optional()

/** `example.org` becomes `https://example.org`; only web addresses are taken. */
const Website = text()
  .trim()
  .max(PROFILE.website, `At most ${PROFILE.website} characters`)
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
  .refine((value) => value === null || value >= BIRTHDAY_FROM, 'Too long ago')

/** An address on our own media origin or a media id; whether it is one's own is for the service to see. */
const OwnPicture = text().max(300, 'Not a picture of yours')

export const getProfile = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername',
  access: 'member',
  summary: 'A member by id or username',
  params: OfMember,
  answer: z.object({ user: ProfileView, isFollowing: z.boolean() }),
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
      .max(FULL_NAME_MAX, `Full name can have at most ${FULL_NAME_MAX} characters`)
      .optional(),
    bio: line(PROFILE.bio),
    website: Website.optional(),
    location: line(PROFILE.place),
    avatar: OwnPicture.optional(),
    cover: OwnPicture.optional(),
    birthday: Birthday.optional(),
    gender: z.enum(GENDERS, 'Not one of the choices').optional(),
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES, 'Not one of the choices').optional(),
    workplace: line(PROFILE.place),
    education: line(PROFILE.place),
    hometown: line(PROFILE.place),
    currentCity: line(PROFILE.place),
    phone: text()
      .trim()
      .max(PROFILE.phone, `At most ${PROFILE.phone} characters`)
      .regex(/^[+\d\s()./-]*$/, 'Not a phone number')
      .optional(),
  }),
  answer: z.object({ user: ProfileView }),
})

export const listUsers = defineCall({
  method: 'get',
  path: '/auth/users',
  access: 'member',
  summary: 'The directory: members by a part of their name or @username, or all of them, the best match first',
  query: paged(PAGE.users).extend({ query: text().trim().max(100).default('') }),
  answer: z.object({ users: z.array(PersonView), ...More }),
})

export const listFollowers = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/followers',
  access: 'member',
  summary: 'Who follows a member, the newest first',
  params: OfMember,
  query: paged(PAGE.follows),
  answer: z.object({ followers: z.array(PersonView), ...More }),
})

export const listFollowing = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername/following',
  access: 'member',
  summary: 'Whom a member follows, the newest first',
  params: OfMember,
  query: paged(PAGE.follows),
  answer: z.object({ following: z.array(PersonView), ...More }),
})

export const getSuggestions = defineCall({
  method: 'get',
  path: '/auth/suggestions',
  access: 'member',
  summary: 'Members whom the viewer may want to follow',
  query: z.object({ limit: limit(PAGE.suggestions) }),
  answer: z.object({ suggestions: z.array(SuggestionView) }),
})

export const follow = defineCall({
  method: 'post',
  path: '/users/:id/follow',
  access: 'member',
  summary: 'Follows or unfollows; without `state` it toggles',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean().optional() }).optional(),
  answer: z.object({ isFollowing: z.boolean(), followerCount: Count }),
})
