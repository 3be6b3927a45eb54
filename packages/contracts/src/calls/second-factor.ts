import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { ownProof, SignedIn, Success } from '../shapes/account-fields.ts'
import { Signature } from '../shapes/passkey.ts'
import { Count, text } from '../text.ts'

/** The longest token of a sign-in; ours have 43 characters. */
const MAX_SIGN_IN_TOKEN_LENGTH = 200

/** A code of six digits, or a recovery code; with the spaces that members type. */
const SecondFactorCode = text(50, 'Too long').min(1, 'The code is required')

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const finishSignIn = defineCall({
  method: 'post',
  path: '/auth/second-factor',
  access: 'anyone',
  summary:
    'Finishes a sign-in that was refused with `second_factor_required`, by a code of the authenticator app, a recovery code, or a passkey',
  body: z.object({
    token: text(MAX_SIGN_IN_TOKEN_LENGTH, 'Too long').min(1, 'The token is required'),
    code: SecondFactorCode.optional(),
    passkey: Signature.optional(),
  }),
  response: SignedIn,
})

export const getTotp = defineCall({
  method: 'get',
  path: '/auth/totp',
  access: 'member',
  summary: 'Says if sign-ins of the member need a code of an authenticator app, and how many recovery codes are left',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: Count }),
})

export const proposeTotp = defineCall({
  method: 'post',
  path: '/auth/totp',
  access: 'member',
  summary:
    'Creates the secret of an authenticator app. It has no effect before its first code (`PUT`), within 15 minutes',
  body: z.object(ownProof),
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = defineCall({
  method: 'put',
  path: '/auth/totp',
  access: 'member',
  summary: 'Turns the authenticator app on by its first code, and returns ten recovery codes, which are shown once',
  body: z.object({ code: SecondFactorCode }),
  response: RecoveryCodes,
})

export const turnTotpOff = defineCall({
  method: 'delete',
  path: '/auth/totp',
  access: 'member',
  summary: 'Turns the authenticator app off, with its recovery codes',
  body: z.object(ownProof),
  response: Success,
})

export const renewRecoveryCodes = defineCall({
  method: 'post',
  path: '/auth/recovery-codes',
  access: 'member',
  summary: 'Replaces the recovery codes by ten new ones, which are shown once',
  body: z.object(ownProof),
  response: RecoveryCodes,
})
