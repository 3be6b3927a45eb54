import * as z from 'zod'
import { Count, Id, Timestamp } from '../text.ts'

/** A member in any answer. `avatar` is '' while there is none; `isFollowing` is the viewer's own relation. */
export const MemberView = z.object({
  _id: Id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.string(),
  isVerified: z.boolean(),
  isFollowing: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

/** The signed-in member, told to nobody else. `following` holds the newest 1,000 ids. */
export const SessionUser = MemberView.extend({
  email: z.string(),
  emailVerified: z.boolean(),
  following: z.array(Id),
  role: z.enum(['member', 'moderator', 'admin']),
  plan: z.string(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const ProfileView = MemberView.extend({
  createdAt: Timestamp,
  followerCount: Count,
  followingCount: Count,
  postCount: Count,
  followsYou: z.boolean(),
})
export type ProfileView = z.infer<typeof ProfileView>

/** Somebody to follow, and why: `followed_by` names a member whom the viewer follows. */
export const SuggestionView = MemberView.extend({
  followerCount: Count,
  reason: z.object({
    code: z.enum(['followed_by', 'follows_you', 'popular', 'new']),
    name: z.string().optional(),
    others: Count.optional(),
  }),
})
export type SuggestionView = z.infer<typeof SuggestionView>
