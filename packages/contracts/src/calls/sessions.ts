import * as z from 'zod'
import { PASSWORD_LENGTH, USERNAME_LENGTH } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { MAX_EMAIL_LENGTH, ROLES } from '../limits.ts'
import { ownProof, SignedIn, Success } from '../shapes/account-fields.ts'
import { EndedMemberSessions, EndedSession } from '../shapes/ended-sessions.ts'
import { SessionUser } from '../shapes/member.ts'
import { Id, Timestamp, text, trimmedText } from '../text.ts'

/** `device` is a readable name, such as 'Firefox on Linux'. */
const SessionView = z.object({
  _id: Id,
  device: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  current: z.boolean(),
})

export const login = defineCall({
  method: 'post',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Signs in with an e-mail address or a username',
  body: z.object({
    email: trimmedText(MAX_EMAIL_LENGTH, 'Too long').min(1, 'Email or username is required'),
    password: text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Password is required'),
    remember: z.boolean().default(false),
  }),
  response: SignedIn,
})

export const refresh = defineCall({
  method: 'post',
  path: '/auth/refresh',
  access: 'anyone',
  summary: 'Exchanges the refresh cookie for a new access token and rotates the cookie',
  response: SignedIn,
})

export const logout = defineCall({
  method: 'post',
  path: '/auth/logout',
  access: 'anyone',
  summary: 'Ends the session of the token or the refresh cookie',
  response: Success,
})

export const listSessions = defineCall({
  method: 'get',
  path: '/auth/sessions',
  access: 'member',
  summary: 'Lists the sessions of the member, last used first',
  response: z.object({ sessions: z.array(SessionView) }),
})

export const endSession = defineCall({
  method: 'delete',
  path: '/auth/sessions/:id',
  access: 'member',
  summary: 'Ends one session of the member',
  params: z.object({ id: Id }),
  response: Success,
})

export const endOtherSessions = defineCall({
  method: 'delete',
  path: '/auth/sessions',
  access: 'member',
  summary: 'Ends all sessions of the member except this one',
  body: z.object(ownProof),
  response: Success,
})

export const me = defineCall({
  method: 'get',
  path: '/auth/me',
  access: 'member',
  summary: 'Returns the signed-in member',
  response: SessionUser,
})

export const finishWelcome = defineCall({
  method: 'put',
  path: '/auth/me',
  access: 'member',
  summary: 'Ends the welcome of a new member on all devices',
  body: z.object({ isWelcomed: z.literal(true) }),
  response: SessionUser,
})

export const jwks = defineCall({
  method: 'get',
  path: '/auth/jwks',
  access: 'anyone',
  summary: 'Returns the public keys of access tokens (RFC 7517)',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

/** For token verifiers in other services. The gateway does not route `/internal`. */
export const endedSessions = defineCall({
  method: 'get',
  path: '/internal/ended-sessions',
  access: 'anyone',
  summary: 'Lists the ended sessions whose access tokens may not have expired yet',
  response: z.object({ sessions: z.array(EndedSession), members: z.array(EndedMemberSessions).optional() }),
})

export const guestMode = defineCall({
  method: 'get',
  path: '/auth/guest-mode',
  access: 'anyone',
  summary: 'Returns if people without an account may read: `on` or `off`',
  response: z.object({ guestMode: z.enum(['on', 'off']) }),
})

/** Only on a local installation with the demo community, and only for requests from that machine. */
export const listDemoAccounts = defineCall({
  method: 'get',
  path: '/auth/demo-accounts',
  access: 'anyone',
  summary: 'Lists the demo accounts of a local installation; empty on all others',
  response: z.object({
    accounts: z.array(
      z.object({
        username: z.string(),
        fullName: z.string(),
        avatar: z.string(),
        role: z.enum(ROLES).optional(),
      }),
    ),
  }),
})

/** Demo accounts have no password. Where they are not listed, the response is that of a wrong password. */
export const createDemoSession = defineCall({
  method: 'post',
  path: '/auth/demo-session',
  access: 'anyone',
  summary: 'Signs in to a demo account, from a browser on the machine of a local installation',
  body: z.object({ username: text(USERNAME_LENGTH.max, 'Too long').min(1, 'Username is required') }),
  response: SignedIn,
})
