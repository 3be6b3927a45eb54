import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Id, Timestamp } from '../text.ts'
import { memberRegistered, memberUpdated } from './members.ts'

/** Subject: this asking. What is told again is no news: it has types of its own, so that nobody is notified of it. */
export const membersAsked = defineEvent({
  type: 'members.asked',
  topic: 'members',
  version: 1,
  from: ['operator'],
  summary: 'Owners of something about members are asked to tell all of it again',
  data: z.object({}),
})

export const accountTold = defineEvent({
  type: 'member.account-told',
  topic: 'members',
  version: 1,
  from: ['auth'],
  summary: 'How an account is',
  data: memberRegistered.data,
})

export const profileTold = defineEvent({
  type: 'member.profile-told',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: 'How a public profile is',
  data: memberUpdated.data.omit({ before: true }),
})

/** Subject: who follows or blocks. */
export const edgeTold = defineEvent({
  type: 'member.edge-told',
  topic: 'members',
  version: 1,
  from: ['social'],
  summary: "How one member's relation to another is, and since when",
  data: z.object({
    kind: z.enum(['follow', 'block']),
    to: Id,
    version: z.int().positive(),
    active: z.boolean(),
    at: Timestamp,
  }),
})

/** Subject: the asking. */
export const membersTold = defineEvent({
  type: 'members.told',
  topic: 'members',
  version: 1,
  from: ['auth', 'social'],
  summary: 'This owner has told all it has',
  data: z.object({ owner: z.enum(['auth', 'social']) }),
})
