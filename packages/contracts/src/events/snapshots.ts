import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { PrivacyException } from '../shapes/privacy.ts'
import { Id, Timestamp } from '../text.ts'
import { memberPrivacyUpdated, memberRegistered, memberUpdated } from './members.ts'

// Snapshots republish state so that read models can be rebuilt. They have types of their own: they cause no notification.

/** Subject: the id of this request. */
export const membersSnapshotRequested = defineEvent({
  type: 'members.snapshot-requested',
  topic: 'members',
  version: 1,
  producers: ['operator'],
  summary: 'An operator requested snapshots of all member data from its owners',
  data: z.object({}),
})

/**
 * `usernameVersion` is the account version of the last change of the username, if there was one. `formerUsernames` lead to the member
 * until `keptUntil`.
 */
export const memberAccountSnapshot = defineEvent({
  type: 'member.account-snapshot',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'The current state of an account',
  data: memberRegistered.data.extend({
    isDeactivated: z.boolean().optional(),
    usernameVersion: z.int().positive().optional(),
    formerUsernames: z.array(z.object({ username: z.string(), keptUntil: Timestamp })).optional(),
  }),
})

export const memberProfileSnapshot = defineEvent({
  type: 'member.profile-snapshot',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'The current state of a public profile',
  data: memberUpdated.data.omit({ before: true, bio: true, mentionedIds: true }),
})

export const memberPrivacySnapshot = defineEvent({
  type: 'member.privacy-snapshot',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: 'The current privacy settings of a member that other services enforce',
  data: memberPrivacyUpdated.data,
})

/**
 * Subject: the member who follows, blocks or mutes. `at` is the time of the last change. Only a mute has `until`: the time at which
 * it ends or was removed, or null. Only a privacy exception has `exception`.
 */
export const memberEdgeSnapshot = defineEvent({
  type: 'member.edge-snapshot',
  topic: 'members',
  version: 1,
  producers: ['social'],
  summary: "The current state of one member's relation to another",
  data: z.object({
    kind: z.enum(['follow', 'block', 'mute', 'privacy-exception']),
    to: Id,
    version: z.int().positive(),
    active: z.boolean(),
    at: Timestamp,
    until: Timestamp.nullable().optional(),
    exception: PrivacyException.optional(),
  }),
})

/** Subject: the id of the request. */
export const membersSnapshotCompleted = defineEvent({
  type: 'members.snapshot-completed',
  topic: 'members',
  version: 1,
  producers: ['auth', 'social'],
  summary: 'An owner has published all of its snapshots for one request',
  data: z.object({ owner: z.enum(['auth', 'social']) }),
})
