import type { Calls } from '@meadow/contracts/browser'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>
type NewPasskey = Calls['POST /auth/passkeys']['body']['response']
/** A signature of a passkey, as calls take it. */
export type PasskeySignature = Calls['POST /auth/passkeys/sign-in']['body']['response']

/** Lets the browser make a passkey by the options of `POST /auth/passkeys/options`. @throws the error of the browser, such as of a member who cancels */
export async function makePasskey(options: Options): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports: transports as NewPasskey['response']['transports'] },
  }
}

/** Lets the member pick a passkey, and sign with it. @throws the error of the browser, such as of a member who cancels */
export async function signWithPasskey(options: Options): Promise<PasskeySignature> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}
