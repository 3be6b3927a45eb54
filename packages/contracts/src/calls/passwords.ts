import * as z from 'zod'
import { PASSWORD_LENGTH } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { Email, MailToken, NewPassword, SignedIn, Success } from '../shapes/account-fields.ts'
import { text } from '../text.ts'

export const changePassword = defineCall({
  method: 'put',
  path: '/auth/password',
  access: 'member',
  summary: 'Changes the password, and ends all other sessions of the member',
  body: z.object({
    current: text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Your current password is required'),
    next: NewPassword,
  }),
  response: SignedIn,
})

export const mailDelivery = defineCall({
  method: 'get',
  path: '/auth/mail',
  access: 'anyone',
  summary:
    'Returns if this installation sends mail: `off`, `smtp`, or `mailbox`, the page of this machine at /dev/mail',
  response: z.object({ delivery: z.enum(['off', 'smtp', 'files', 'mailbox']) }),
})

export const forgotPassword = defineCall({
  method: 'post',
  path: '/auth/forgot-password',
  access: 'anyone',
  summary: 'Mails a link for a new password, if an account has the address; the response is the same if none has',
  status: 202,
  body: z.object({ email: Email }),
  response: Success,
})

export const resetPassword = defineCall({
  method: 'post',
  path: '/auth/reset-password',
  access: 'anyone',
  summary: 'Sets a new password by the token of a mail, and ends all sessions of the member; it does not sign in',
  body: z.object({ token: MailToken, password: NewPassword }),
  response: Success,
})
