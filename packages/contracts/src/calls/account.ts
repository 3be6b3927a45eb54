import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Email, MailToken, ownProof, SignedIn, Success, Username } from '../shapes/account-fields.ts'
import { SessionUser } from '../shapes/member.ts'
import { Id, Timestamp, text } from '../text.ts'

export const deactivateAccount = defineCall({
  method: 'post',
  path: '/auth/account/deactivate',
  access: 'member',
  summary: 'Hides the member everywhere and ends all sessions, until the member signs in and restores the account',
  body: z.object(ownProof),
  response: Success,
})

export const deleteAccount = defineCall({
  method: 'delete',
  path: '/auth/account',
  access: 'member',
  summary:
    'Hides the member everywhere, ends all sessions, and erases the account at `erasesAt`, unless the member restores it before. With `keepMessages` the texts of messages stay with their receivers',
  body: z.object({ ...ownProof, keepMessages: z.boolean().default(false) }),
  response: z.object({ erasesAt: Timestamp }),
})

/** The token of an error `account_deactivated`; ours have 43 characters. */
const RestoreToken = text(200, 'Too long').min(1, 'The token is required')

export const restoreAccount = defineCall({
  method: 'post',
  path: '/auth/account/restore',
  access: 'anyone',
  summary: 'Restores a deactivated account by the token that a sign-in was refused with, and signs in',
  body: z.object({ token: RestoreToken, remember: z.boolean().default(false) }),
  response: SignedIn,
})

/** `erasedAt` is null until the service has confirmed. `counts` has the number of removed things by their name. */
const ErasedPart = z.object({
  service: z.string(),
  erasedAt: z.union([Timestamp, z.null()]),
  counts: z.record(z.string(), z.int().nonnegative()),
})

export const getReceipt = defineCall({
  method: 'get',
  path: '/auth/receipts/:id',
  access: 'anyone',
  summary:
    'Returns what each service removed of an erased account, and when; the id is the secret of the link in a mail',
  params: z.object({ id: Id }),
  response: z.object({
    receipt: z.object({ erasedAt: Timestamp, isComplete: z.boolean(), parts: z.array(ErasedPart) }),
  }),
})

export const verifyEmail = defineCall({
  method: 'post',
  path: '/auth/verify-email',
  access: 'anyone',
  summary:
    'Proves the e-mail address of an account by the token of a mail, without a session or in one of this account',
  body: z.object({ token: MailToken }),
  response: Success,
})

export const sendVerificationMail = defineCall({
  method: 'post',
  path: '/auth/verify-email/resend',
  access: 'member',
  summary:
    'Mails the member a link that proves their address; `isSent` is false if it is proved, or if one was mailed in the last hour',
  status: 202,
  response: z.object({ isSent: z.boolean() }),
})

export const changeEmail = defineCall({
  method: 'put',
  path: '/auth/email',
  access: 'member',
  summary:
    'Mails the links by which the new address and, if it is proved, the old one confirm a change; the response is the same for a taken address. The current address ends a change',
  status: 202,
  body: z.object({ email: Email, ...ownProof }),
  response: Success,
})

export const confirmEmailChange = defineCall({
  method: 'post',
  path: '/auth/email/confirm',
  access: 'anyone',
  summary:
    'Confirms a change of an e-mail address by the token of a mail; `isChanged` is false while the other address has not confirmed it',
  body: z.object({ token: MailToken }),
  response: z.object({ isChanged: z.boolean() }),
})

export const refuseEmailChange = defineCall({
  method: 'post',
  path: '/auth/email/refuse',
  access: 'anyone',
  summary: 'Ends a change of an e-mail address by the token of the mail to the old address',
  body: z.object({ token: MailToken }),
  response: Success,
})

export const changeUsername = defineCall({
  method: 'put',
  path: '/auth/username',
  access: 'member',
  summary:
    'Changes the username, once in 14 days. The old one leads to the member for 90 days, and nobody else gets it in that time',
  body: z.object({ username: Username }),
  response: SessionUser,
})
