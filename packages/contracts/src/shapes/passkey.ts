import * as z from 'zod'
import { boundedString } from '../text.ts'

/** Bytes of a browser in base64url; the longest is the attestation, of which we ask for none. */
export const base64url = (maxLength: number) => boundedString(maxLength).regex(/^[\w-]*$/, 'Not base64url')

const CredentialId = base64url(1_400)

/** The fields of every credential of a browser (`PublicKeyCredential` of WebAuthn). */
export const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** The signature of a passkey, as a browser gives it (`AuthenticationResponseJSON`). */
export const Signature = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
})

/** Options for `navigator.credentials`, in JSON. */
export const CredentialOptions = z.object({ options: z.record(z.string(), z.unknown()) })
