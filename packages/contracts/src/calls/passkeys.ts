import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { ownProof, SignedIn, Success } from '../shapes/account-fields.ts'
import { base64url, CredentialOptions, credential, Signature } from '../shapes/passkey.ts'
import { Id, lineText, Timestamp } from '../text.ts'

/** The answer of a browser to the options of a new passkey (`RegistrationResponseJSON`). */
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(7)
      .optional(),
  }),
})

const MAX_PASSKEY_NAME_LENGTH = 60

const PasskeyName = lineText(MAX_PASSKEY_NAME_LENGTH).min(1, 'A name is required')

const PasskeyView = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.union([Timestamp, z.null()]),
})

export const listPasskeys = defineCall({
  method: 'get',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Lists the passkeys of the member, oldest first',
  response: z.object({ passkeys: z.array(PasskeyView) }),
})

export const beginPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys/options',
  access: 'member',
  summary: 'Returns what a browser needs to make a passkey, within 5 minutes',
  body: z.object(ownProof),
  response: CredentialOptions,
})

export const addPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Adds the passkey that the browser has made. Without a name it gets that of the browser',
  body: z.object({ response: NewCredential, name: PasskeyName.optional() }),
  response: z.object({ passkey: PasskeyView }),
})

export const renamePasskey = defineCall({
  method: 'put',
  path: '/auth/passkeys/:id',
  access: 'member',
  summary: 'Changes the name of a passkey of the member',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  response: Success,
})

export const removePasskey = defineCall({
  method: 'delete',
  path: '/auth/passkeys/:id',
  access: 'member',
  summary: 'Removes a passkey of the member; never the last way into the account',
  params: z.object({ id: Id }),
  body: z.object(ownProof),
  response: Success,
})

export const beginPasskeySignIn = defineCall({
  method: 'post',
  path: '/auth/passkeys/sign-in/options',
  access: 'anyone',
  summary: 'Returns what a browser needs to sign in by any passkey of this site, within 5 minutes',
  response: CredentialOptions,
})

export const signInByPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys/sign-in',
  access: 'anyone',
  summary: 'Signs in by the signature of a passkey, which has verified its user and so counts as both factors',
  body: z.object({ response: Signature, remember: z.boolean().default(false) }),
  response: SignedIn,
})
