import * as z from 'zod'
import { INVITE_LIMITS } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { Email, FullName, InviteToken, NewPassword, SignedIn, Success, Username } from '../shapes/account-fields.ts'
import { Count, Id, lineText, Timestamp } from '../text.ts'

export const register = defineCall({
  method: 'post',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Creates an account and signs in; with `dryRun` it validates everything and stores nothing',
  status: 201,
  body: z.object({
    username: Username,
    email: Email,
    password: NewPassword,
    fullName: FullName,
    invite: InviteToken.optional(),
    remember: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  response: z.union([SignedIn, Success]),
})

export const getRegistration = defineCall({
  method: 'get',
  path: '/auth/registration',
  access: 'anyone',
  summary:
    'Returns who may register: anyone (`open`), people with an invite (`invite`), or nobody (`closed`); with `isAdminExpected` also the first admin, by the configured address',
  response: z.object({ registration: z.enum(['open', 'invite', 'closed']), isAdminExpected: z.boolean().optional() }),
})

export const checkInvite = defineCall({
  method: 'post',
  path: '/auth/invites/check',
  access: 'anyone',
  summary: 'Says if the invite of a link can be used. It is not used by that',
  body: z.object({ invite: InviteToken }),
  response: z.object({ isUsable: z.boolean() }),
})

/** `createdBy` is the username of an admin. An invite that is not usable is used up. */
const InviteView = z.object({
  _id: Id,
  note: z.string(),
  maxUses: z.int().positive(),
  uses: Count,
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isUsable: z.boolean(),
})

export const listInvites = defineCall({
  method: 'get',
  path: '/auth/invites',
  access: 'admin',
  summary: 'Lists the invites of all admins that have not expired, newest first',
  response: z.object({ invites: z.array(InviteView) }),
})

export const createInvite = defineCall({
  method: 'post',
  path: '/auth/invites',
  access: 'admin',
  summary: 'Creates an invite. Its link is `/signup?invite=` with `token`, which no other response contains',
  status: 201,
  body: z.object({
    maxUses: z.int().min(1).max(INVITE_LIMITS.uses),
    days: z.int().min(1).max(INVITE_LIMITS.days),
    note: lineText(INVITE_LIMITS.note).default(''),
  }),
  response: z.object({ invite: InviteView, token: z.string() }),
})

export const revokeInvite = defineCall({
  method: 'delete',
  path: '/auth/invites/:id',
  access: 'admin',
  summary: 'Takes an invite back: nobody else can register with it',
  params: z.object({ id: Id }),
  response: Success,
})
