import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Id, Timestamp } from '../text.ts'
import { memberRegistered, memberUpdated } from './members.ts'

/**
 * Whoever owns something about members is asked to tell all of it again, for read models. Subject: this asking.
 * What is told again is no news: it has types of its own, so that nobody is notified of it.
 */
export const membersAsked = defineEvent({ type: 'members.asked', topic: 'members', version: 1, data: z.object({}) })

/** How an account is. Subject: the member. From auth. */
export const accountTold = defineEvent({
  type: 'member.account-told',
  topic: 'members',
  version: 1,
  data: memberRegistered.data,
})

/** How a public profile is. Subject: the member. From social. */
export const profileTold = defineEvent({
  type: 'member.profile-told',
  topic: 'members',
  version: 1,
  data: memberUpdated.data.omit({ before: true }),
})

/** How one member's relation to another is, and since when. Subject: who follows or blocks. From social. */
export const edgeTold = defineEvent({
  type: 'member.edge-told',
  topic: 'members',
  version: 1,
  data: z.object({
    kind: z.enum(['follow', 'block']),
    to: Id,
    version: z.int().positive(),
    active: z.boolean(),
    at: Timestamp,
  }),
})

/** This owner has told all it has. Subject: the asking. */
export const membersTold = defineEvent({
  type: 'members.told',
  topic: 'members',
  version: 1,
  data: z.object({ owner: z.enum(['auth', 'social']) }),
})
