import * as z from 'zod'
import { GENDERS, MAX_PROFILE_FOLLOWING_IDS, MUTED_WORD_PLACES, RELATIONSHIP_STATUSES, ROLES } from '../limits.ts'
import { INTERESTS } from '../profile-fields.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { Presence } from './presence.ts'
import { PrivacyException } from './privacy.ts'
import { TextFacets } from './text-facets.ts'

/** A member. `avatar` is '' if there is none; `isFollowing` is true if the viewer follows the member. */
export const MemberView = z.object({
  _id: Id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.string(),
  isVerified: z.boolean(),
  isFollowing: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

/** A page of members, such as those who like a post. `at` is the time at which each did so. */
export const MemberPage = z.object({
  members: z.array(MemberView.extend({ at: Timestamp.optional() })),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})

/** A member whom the viewer mutes, until a time or (null) until the viewer unmutes them. */
export const MutedMemberView = MemberView.extend({ mutedUntil: Timestamp.nullable() })
export type MutedMemberView = z.infer<typeof MutedMemberView>

/** A word or phrase that a member mutes until a time, or (null) until they remove it, and where it acts. */
export const MutedWordView = z.object({
  text: z.string(),
  until: Timestamp.nullable(),
  in: z.array(z.enum(MUTED_WORD_PLACES)),
})
export type MutedWordView = z.infer<typeof MutedWordView>

/** A member for whom the viewer has made a privacy exception. */
export const ExceptedMemberView = MemberView.extend({ exception: PrivacyException })
export type ExceptedMemberView = z.infer<typeof ExceptedMemberView>

/**
 * The signed-in member, visible to no one else. `following` has the newest 1,000 ids; `isWelcomed` is true once the member has
 * finished the welcome of new members. `emailVerified` is true once the member has proved the address by the link of a mail, and
 * `canVerifyEmail` if this installation sends such links; `mustVerifyEmail` if the member has to use one before they write messages. `pendingEmail` is the address to which the
 * member wants to change, until its confirmation.
 */
export const SessionUser = MemberView.extend({
  email: z.string(),
  emailVerified: z.boolean(),
  canVerifyEmail: z.boolean().optional(),
  mustVerifyEmail: z.boolean().optional(),
  pendingEmail: z.string().optional(),
  following: z.array(Id),
  role: z.enum(ROLES),
  plan: z.string(),
  isWelcomed: z.boolean().optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** `isPrivate`: only followers see more than the card. `isRequested`: the viewer waits for the member to accept a follow. */
const FollowPrivacy = { isPrivate: z.boolean().optional(), isRequested: z.boolean().optional() }

/** A member with their role. */
export const RoleHolderView = z.object({ _id: Id, username: z.string(), fullName: z.string(), role: z.enum(ROLES) })

/**
 * A member in a list of members, with a summary. `mutualFriendCount` is the number of members whom the viewer follows and who
 * follow this member; only the directory without a search has it.
 */
export const MemberSummaryView = MemberView.extend({
  bio: z.string(),
  followerCount: Count,
  mutualFriendCount: Count.optional(),
  ...FollowPrivacy,
})
export type MemberSummaryView = z.infer<typeof MemberSummaryView>

/**
 * A member's profile as one viewer sees it. Fields that are hidden from the viewer are '' or null, like fields that are not
 * set. `birthday` is a date (`1990-04-23`); `following` has the newest 100 ids.
 */
export const ProfileView = MemberView.extend({
  cover: z.string(),
  bio: z.string(),
  bioFacets: TextFacets,
  website: z.string(),
  location: z.string(),
  birthday: z.iso.date().nullable(),
  gender: z.enum(GENDERS),
  relationshipStatus: z.enum(RELATIONSHIP_STATUSES),
  workplace: z.string(),
  education: z.string(),
  hometown: z.string(),
  currentCity: z.string(),
  phone: z.string(),
  interests: z.array(z.enum(INTERESTS)),
  following: z.array(Id).max(MAX_PROFILE_FOLLOWING_IDS),
  createdAt: Timestamp,
  followerCount: Count,
  followingCount: Count,
  postCount: Count,
  followsYou: z.boolean(),
  ...FollowPrivacy,
  ...Presence.shape,
})
export type ProfileView = z.infer<typeof ProfileView>

/**
 * A suggested member, with the reason. For `followed_by`, `name` is a member whom the viewer follows; for `same_interest`,
 * `interest` is one that both have. `others` counts the further ones.
 */
export const SuggestionView = MemberView.extend({
  ...FollowPrivacy,
  followerCount: Count,
  reason: z.object({
    code: z.enum(['followed_by', 'same_interest', 'follows_you', 'popular', 'new']),
    name: z.string().optional(),
    interest: z.enum(INTERESTS).optional(),
    others: Count.optional(),
  }),
})
export type SuggestionView = z.infer<typeof SuggestionView>
