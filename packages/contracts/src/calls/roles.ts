import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { ROLES } from '../limits.ts'
import { MAX_APPEAL_LENGTH } from '../report-limits.ts'
import { Username } from '../shapes/account-fields.ts'
import { RoleHolderView } from '../shapes/member.ts'
import { Id, text, trimmedText } from '../text.ts'

export const appealSuspension = defineCall({
  method: 'post',
  path: '/auth/suspension/appeal',
  access: 'anyone',
  status: 202,
  summary: 'Appeals against a suspension by the token that a sign-in was refused with, once and within 30 days',
  body: z.object({
    token: text(200, 'Too long').min(1, 'The token is required'),
    text: trimmedText(MAX_APPEAL_LENGTH).min(1, 'Please say why'),
  }),
  response: z.object({ ok: z.literal(true) }),
})

export const listRoles = defineCall({
  method: 'get',
  path: '/auth/roles',
  access: 'admin',
  summary: 'Lists the moderators and admins',
  response: z.object({ members: z.array(RoleHolderView) }),
})

export const endSuspension = defineCall({
  method: 'delete',
  path: '/auth/suspensions/:id',
  access: 'moderator',
  summary: 'Ends the suspension of a member before its time. Does nothing if the member is not suspended',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
})

/** A member who loses a role is signed out everywhere, because tokens carry it. A new one holds from the next token, within 15 minutes. */
export const setRole = defineCall({
  method: 'put',
  path: '/auth/roles',
  access: 'admin',
  summary: 'Gives a member a role, or takes it back',
  body: z.object({ username: Username, role: z.enum(ROLES) }),
  response: z.object({ member: RoleHolderView }),
})
