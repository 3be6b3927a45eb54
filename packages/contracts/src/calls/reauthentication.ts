import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_PROOF_LENGTH, OwnPassword, Success } from '../shapes/account-fields.ts'
import { CredentialOptions, Signature } from '../shapes/passkey.ts'
import { Timestamp, text } from '../text.ts'

export const sendReauthenticationCode = defineCall({
  method: 'post',
  path: '/auth/reauthenticate/code',
  access: 'member',
  summary: 'Mails a code for `reauthenticate` to a member whose account has no password. It works for 10 minutes',
  status: 202,
  response: Success,
})

export const beginPasskeyReauthentication = defineCall({
  method: 'post',
  path: '/auth/reauthenticate/passkey',
  access: 'member',
  summary: 'Returns what a browser needs to sign with a passkey of the member for `reauthenticate`, within 5 minutes',
  response: CredentialOptions,
})

export const reauthenticate = defineCall({
  method: 'post',
  path: '/auth/reauthenticate',
  access: 'member',
  summary:
    'Exchanges the password, the mailed code of an account without one, or the signature of a passkey for a proof, which works once in this session, for 5 minutes',
  body: z.object({
    password: OwnPassword.optional(),
    code: text(MAX_PROOF_LENGTH, 'Too long').min(1, 'The code is required').optional(),
    passkey: Signature.optional(),
  }),
  response: z.object({ proof: z.string(), expiresAt: Timestamp }),
})
