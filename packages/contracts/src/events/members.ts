import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { ROLES } from '../limits.ts'
import { Actor } from '../shapes/actor.ts'
import { EndedMemberSessions } from '../shapes/ended-sessions.ts'
import { ContactChoices, PrivacyException } from '../shapes/privacy.ts'
import { MentionedIds } from '../shapes/text-facets.ts'
import { Count, Id, Timestamp } from '../text.ts'

const Version = z.int().positive()

/** `isEmailVerified`: the member has proved the e-mail address of the account, or a provider has. */
export const memberRegistered = defineEvent({
  type: 'member.registered',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An account was created',
  data: z.object({
    username: z.string(),
    fullName: z.string(),
    accountVersion: Version,
    registeredAt: Timestamp,
    isEmailVerified: z.boolean().optional(),
  }),
})

/**
 * `before` has the pictures of the profile before the change, so that the owner of media can delete replaced ones. After a change of a bio
 * that mentions members whom it did not mention before, `mentionedIds` has these, and `bio` its text.
 */
export const memberUpdated = defineEvent({
  type: 'member.updated',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A public profile changed',
  data: z.object({
    username: z.string(),
    fullName: z.string(),
    avatar: z.string(),
    isVerified: z.boolean(),
    profileVersion: Version,
    cover: z.string().optional(),
    before: z.object({ avatar: z.string(), cover: z.string() }).optional(),
    bio: z.string().optional(),
    mentionedIds: MentionedIds,
  }),
})

export const memberRenamed = defineEvent({
  type: 'member.renamed',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A member changed their username. Social publishes `member.updated` with the new one',
  data: z.object({ from: z.string(), to: z.string(), accountVersion: Version }),
})

export const memberEmailVerified = defineEvent({
  type: 'member.email-verified',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A member proved the e-mail address of the account, for the first time or after a change',
  data: z.object({ verifiedAt: Timestamp }),
})

const AccountChange = z.object({ accountVersion: Version })
export const memberDeactivated = defineEvent({
  type: 'member.deactivated',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An account was deactivated: it is hidden',
  data: AccountChange,
})
export const memberReactivated = defineEvent({
  type: 'member.reactivated',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An account was restored: it is visible again',
  data: AccountChange,
})
export const memberErased = defineEvent({
  type: 'member.erased',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An account was erased; its id stays as a tombstone',
  data: AccountChange.extend({ keepsMessages: z.boolean().optional() }),
})

/** `counts` has the number of removed things by their name, such as `posts`. Without them a service had nothing of the member. */
export const memberPartErased = defineEvent({
  type: 'member.part-erased',
  topic: 'members',
  version: 1,
  producers: ['auth', 'social', 'posts', 'notify', 'chat'],
  summary: 'A service has erased all that it had of an erased member',
  data: z.object({ service: z.string(), counts: z.record(z.string(), Count), erasedAt: Timestamp }),
})

/** `folder` is random: where the services write their parts in the store of exports. */
export const memberExportRequested = defineEvent({
  type: 'member.export-requested',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A member asked for an export of all that the services have about them',
  data: z.object({ exportId: Id, folder: z.string() }),
})

/** `counts` has the number of exported things by their name, such as `posts`. */
export const memberPartExported = defineEvent({
  type: 'member.part-exported',
  topic: 'members',
  version: 1,
  producers: ['auth', 'social', 'posts', 'notify', 'chat'],
  summary: 'A service has written its part of an export',
  data: z.object({ exportId: Id, service: z.string(), counts: z.record(z.string(), Count) }),
})

export const sessionEnded = defineEvent({
  type: 'session.ended',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A session ended',
  data: z.object({ sessionId: Id, endedAt: Timestamp }),
})

export const sessionsEnded = defineEvent({
  type: 'sessions.ended',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'All sessions of a member that started before a time have ended, except one',
  data: EndedMemberSessions,
})

/** One member's relation to another. Subject: `from`. `version` grows with every change of this edge. */
const Edge = z.object({ from: Actor, to: Actor, version: Version })
const FollowEdge = Edge.extend({ followerCount: Count, followingCount: Count })
export const memberFollowed = defineEvent({
  type: 'member.followed',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member followed another. `isAccepted`: the other accepted a follow request',
  data: FollowEdge.extend({ isAccepted: z.boolean().optional() }),
})
export const memberUnfollowed = defineEvent({
  type: 'member.unfollowed',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member unfollowed another',
  data: FollowEdge,
})
export const memberBlocked = defineEvent({
  type: 'member.blocked',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member blocked another. The follows between them end with events of their own',
  data: Edge,
})
export const memberUnblocked = defineEvent({
  type: 'member.unblocked',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member unblocked another. The follows of before do not come back',
  data: Edge,
})
export const memberMuted = defineEvent({
  type: 'member.muted',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary:
    'A member muted another, until a time or (null) until they unmute. A mute that ends by its time has no event',
  data: Edge.extend({ until: Timestamp.nullable() }),
})
export const memberUnmuted = defineEvent({
  type: 'member.unmuted',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member unmuted another',
  data: Edge,
})

/** The list is complete; a consumer ignores one with a lower version than it has. `in` has places: feed, alerts. A word ends at `until` without an event. */
export const memberMutedWordsUpdated = defineEvent({
  type: 'member.muted-words-updated',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member changed the words and phrases that they mute. Snapshots repeat it',
  data: z.object({
    version: Version,
    words: z.array(z.object({ text: z.string(), until: Timestamp.nullable(), in: z.array(z.string()) })),
  }),
})

/**
 * `privacyVersion` grows with every change of the settings that other services enforce. `contact` is all that the member has chosen
 * of who may contact them; a service before it leaves it out.
 */
const Privacy = z.object({
  actor: Actor,
  privacyVersion: Version,
  isPrivate: z.boolean(),
  contact: ContactChoices.optional(),
})
export const memberPrivacyUpdated = defineEvent({
  type: 'member.privacy-updated',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member changed who sees their posts, comments, lists and details, or who may contact them',
  data: Privacy,
})

export const memberPrivacyExceptionUpdated = defineEvent({
  type: 'member.privacy-exception-updated',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary:
    'A member changed what they show one other member, whatever their settings say. Without a choice, the exception ended',
  data: Edge.extend({ exception: PrivacyException }),
})

/** `version` is that of the follow, which grows with every change of the follow or its request. */
export const memberFollowRequested = defineEvent({
  type: 'member.follow-requested',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A member asked to follow a private account',
  data: Edge,
})
export const memberFollowDeclined = defineEvent({
  type: 'member.follow-declined',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'A follow request ended without a follow: it was declined, withdrawn, or ended by a block',
  data: Edge,
})

/** Subject: the id of the change. The list is complete; a consumer ignores one with a lower version than it has. */
export const refusedWordsUpdated = defineEvent({
  type: 'refused-words.updated',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An admin changed the words that this installation refuses',
  data: z.object({ version: Version, words: z.array(z.string()) }),
})

/** Subject: the id of the invite, of the version of the terms or the privacy notice, or of the change. For the audit log. `note` is that of the invite. */
export const installationUpdated = defineEvent({
  type: 'installation.updated',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary:
    'An admin created or revoked an invite, changed what this installation refuses, or published new terms or a new privacy notice',
  data: z.object({
    action: z.enum(['invite.create', 'invite.revoke', 'refusals.update', 'legal.terms', 'legal.privacy']),
    by: Id,
    note: z.string(),
  }),
})

/** `until` is null for a suspension for ever. Its time ends it, without an event. */
export const memberSuspended = defineEvent({
  type: 'member.suspended',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'Moderators suspended a member: all sessions ended',
  data: z.object({ until: Timestamp.nullable(), rule: z.string(), by: Id }),
})

export const memberUnsuspended = defineEvent({
  type: 'member.unsuspended',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A moderator ended the suspension of a member before its time',
  data: z.object({ by: Id }),
})

/** `by` is null for the first admin, whom the configuration names. */
export const memberRoleChanged = defineEvent({
  type: 'member.role-changed',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'A member became a moderator or an admin, or is none any more',
  data: z.object({ role: z.enum(ROLES), by: Id.nullable() }),
})
