import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { Count, Id, Timestamp } from '../text.ts'

const Version = z.int().positive()

export const memberRegistered = defineEvent({
  type: 'member.registered',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'An account exists',
  data: z.object({ username: z.string(), fullName: z.string(), accountVersion: Version, registeredAt: Timestamp }),
})

/** `before` are the pictures that were there until now; those that are no longer shown need not be kept. */
export const memberUpdated = defineEvent({
  type: 'member.updated',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'A public profile changed',
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

const AccountChange = z.object({ accountVersion: Version })
export const memberDeactivated = defineEvent({
  type: 'member.deactivated',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'An account is hidden (no call does that yet)',
  data: AccountChange,
})
export const memberReactivated = defineEvent({
  type: 'member.reactivated',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'An account is shown again (no call does that yet)',
  data: AccountChange,
})
export const memberErased = defineEvent({
  type: 'member.erased',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'An account is gone for ever; its id stays as a tombstone (no call does that yet)',
  data: AccountChange,
})

export const sessionEnded = defineEvent({
  type: 'session.ended',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'A session ended',
  data: z.object({ sessionId: Id, endedAt: Timestamp }),
})

/** Subject: `from`. `version` grows with every change of this edge. */
const Edge = z.object({ from: Actor, to: Actor, version: Version })
const FollowEdge = Edge.extend({ followerCount: Count, followingCount: Count })
export const memberFollowed = defineEvent({
  type: 'member.followed',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'A member follows another',
  data: FollowEdge,
})
export const memberUnfollowed = defineEvent({
  type: 'member.unfollowed',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'A member follows another no longer',
  data: FollowEdge,
})
export const memberBlocked = defineEvent({
  type: 'member.blocked',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'A member blocks another (no call does that yet)',
  data: Edge,
})
export const memberUnblocked = defineEvent({
  type: 'member.unblocked',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'A member blocks another no longer (no call does that yet)',
  data: Edge,
})
