import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { Count, Id, Timestamp } from '../text.ts'

const Version = z.int().positive()

/** An account exists. Subject: the member. From auth. */
export const memberRegistered = defineEvent({
  type: 'member.registered',
  topic: 'members',
  version: 1,
  data: z.object({ username: z.string(), fullName: z.string(), accountVersion: Version, registeredAt: Timestamp }),
})

/**
 * A public profile changed. Subject: the member. From social. `before` are the pictures that were there until now; those
 * that are no longer shown need not be kept.
 */
export const memberUpdated = defineEvent({
  type: 'member.updated',
  topic: 'members',
  version: 1,
  data: z.object({
    username: z.string(),
    fullName: z.string(),
    avatar: z.string(),
    isVerified: z.boolean(),
    profileVersion: Version,
    cover: z.string().optional(),
    before: z.object({ avatar: z.string(), cover: z.string() }).optional(),
  }),
})

/** An account is hidden, shown again, or gone for ever (its id stays as a tombstone). Subject: the member. From auth. */
const AccountChange = z.object({ accountVersion: Version })
export const memberDeactivated = defineEvent({
  type: 'member.deactivated',
  topic: 'members',
  version: 1,
  data: AccountChange,
})
export const memberReactivated = defineEvent({
  type: 'member.reactivated',
  topic: 'members',
  version: 1,
  data: AccountChange,
})
export const memberErased = defineEvent({ type: 'member.erased', topic: 'members', version: 1, data: AccountChange })

/** A session ended. Subject: its member. From auth. */
export const sessionEnded = defineEvent({
  type: 'session.ended',
  topic: 'members',
  version: 1,
  data: z.object({ sessionId: Id, endedAt: Timestamp }),
})

/** One member's relation to another changed. Subject: `from`. `version` grows with every change of this edge. From social. */
const Edge = z.object({ from: Actor, to: Actor, version: Version })
const FollowEdge = Edge.extend({ followerCount: Count, followingCount: Count })
export const memberFollowed = defineEvent({ type: 'member.followed', topic: 'members', version: 1, data: FollowEdge })
export const memberUnfollowed = defineEvent({
  type: 'member.unfollowed',
  topic: 'members',
  version: 1,
  data: FollowEdge,
})
export const memberBlocked = defineEvent({ type: 'member.blocked', topic: 'members', version: 1, data: Edge })
export const memberUnblocked = defineEvent({ type: 'member.unblocked', topic: 'members', version: 1, data: Edge })
