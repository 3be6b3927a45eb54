import { createHash, randomBytes } from 'node:crypto'
import type { calls } from '@meadow/contracts'
import { type CallContext, DomainError } from '@meadow/service'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Passkey, PasskeyChallenge, PasskeyRepository } from './postgres-passkey-repository.ts'

/** The site for which passkeys are made and used: its origin, and its host without a port. */
export type RelyingParty = { id: string; origin: string }

type Request = CallContext<typeof calls.listPasskeys>['request']

/** Reads the site. It is the public URL; without one, the origin of the request, which the gateway has checked. */
export function readRelyingParty(request: Request, publicUrl: URL | undefined): RelyingParty {
  const { hostname, origin } = publicUrl ?? new URL(`${request.protocol}://${request.host}`)
  return { id: hostname, origin }
}

const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** EdDSA, ES256 and RS256: every authenticator has one of them. Others are experimental in Node. */
const ALGORITHM_IDS = [-8, -7, -257]

/** The member and the session that a challenge is for; a sign-in has neither. */
export type ChallengeOwner = Pick<PasskeyChallenge, 'purpose' | 'accountId' | 'sessionId'>
/** The owner of the challenges of sign-ins. */
export const SIGN_IN_OWNER = { purpose: 'sign_in', accountId: undefined, sessionId: undefined } as const
type CeremonyDeps = { passkeys: PasskeyRepository; now: () => Date }

const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

async function createChallenge(
  { passkeys, now }: CeremonyDeps,
  owner: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const challengeHash = hashChallenge(Buffer.from(challenge).toString('base64url'))
  await passkeys.addChallenge({ ...owner, challengeHash, expiresAt: new Date(now().getTime() + CHALLENGE_LIFETIME_MS) })
  return challenge
}

/** Creates what a browser needs to make a passkey that it can offer without a username, and that verifies its user. */
export async function beginRegistration(
  deps: CeremonyDeps,
  relyingParty: RelyingParty,
  account: { _id: string; username: string; fullName: string },
  owner: ChallengeOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await deps.passkeys.list(account._id)
  return generateRegistrationOptions({
    rpName: 'Meadow',
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(account._id),
    userName: account.username,
    userDisplayName: account.fullName,
    challenge: await createChallenge(deps, owner),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHM_IDS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Creates what a browser needs to sign with a passkey: with one of `known`, or with any of this site. */
export const beginAuthentication = async (
  deps: CeremonyDeps,
  relyingParty: RelyingParty,
  owner: ChallengeOwner,
  known: readonly Passkey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: await createChallenge(deps, owner),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(toDescriptor) }),
  })

const toDescriptor = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
})

/**
 * Verifies a new passkey. The challenge is used by that. @throws passkey_refused for another challenge, owner, origin or site, and for one
 * that has not verified its user
 */
export async function verifyRegistration(
  deps: CeremonyDeps,
  { id, origin }: RelyingParty,
  owner: ChallengeOwner,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const expectedChallenge = await takeChallenge(deps, owner, response.response.clientDataJSON)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHM_IDS,
  }).catch(refuse)
  if (!registrationInfo) throw new DomainError('passkey_refused')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
}

/**
 * Verifies the signature of a passkey, of `accountId` if that is known, and stores its use. The challenge is used by that.
 * @throws passkey_refused as above, for an unknown passkey, and for a counter that has not grown, unless it is always 0
 */
export async function verifyAuthentication(
  deps: CeremonyDeps,
  { id, origin }: RelyingParty,
  owner: ChallengeOwner,
  response: AuthenticationResponseJSON,
  accountId = owner.accountId,
): Promise<Passkey> {
  const expectedChallenge = await takeChallenge(deps, owner, response.response.clientDataJSON)
  const passkey = await deps.passkeys.find(response.id)
  if (!passkey || !isOwner(passkey, accountId) || !isOwner(passkey, readUserHandle(response)))
    throw new DomainError('passkey_refused')
  const { credentialId, publicKey, counter, transports } = passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(publicKey),
      counter,
      transports: transports as AuthenticatorTransport[],
    },
  }).catch(refuse)
  const isUsed = verified && (await deps.passkeys.use(credentialId, authenticationInfo.newCounter, deps.now()))
  if (!isUsed) throw new DomainError('passkey_refused')
  return passkey
}

const isOwner = (passkey: Passkey, accountId: string | undefined) =>
  accountId === undefined || passkey.accountId === accountId

/** Returns the account that the authenticator has stored with the passkey, if the browser says it. */
const readUserHandle = ({ response: { userHandle } }: AuthenticationResponseJSON): string | undefined =>
  userHandle ? Buffer.from(userHandle, 'base64url').toString() : undefined

/** Uses the challenge that the browser says it has signed, which the library then verifies. @throws passkey_refused */
async function takeChallenge(
  { passkeys, now }: CeremonyDeps,
  owner: ChallengeOwner,
  clientDataJSON: string,
): Promise<string> {
  const challenge = readChallenge(clientDataJSON)
  const use = { ...owner, challengeHash: hashChallenge(challenge), now: now() }
  if (!(await passkeys.takeChallenge(use))) throw new DomainError('passkey_refused')
  return challenge
}

function readChallenge(clientDataJSON: string): string {
  try {
    return String(
      (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }).challenge,
    )
  } catch {
    return ''
  }
}

/** Returns true for the error of a passkey that was refused, which callers log. */
export const isPasskeyRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'passkey_refused'

/** The library throws for whatever it does not expect. @throws passkey_refused */
function refuse(cause: unknown): never {
  throw new DomainError('passkey_refused', { cause })
}

/** Converts the answer of a browser, as the contract has it, for the library. */
export const toRegistrationResponse = ({
  response: { transports = [], ...response },
  ...credential
}: CallContext<typeof calls.addPasskey>['body']['response']): RegistrationResponseJSON => ({
  ...credential,
  clientExtensionResults: {},
  response: { ...response, transports },
})

/** Converts the signature of a browser, as the contract has it, for the library. */
export const toAuthenticationResponse = ({
  response: { userHandle, ...response },
  ...credential
}: CallContext<typeof calls.signInByPasskey>['body']['response']): AuthenticationResponseJSON => ({
  ...credential,
  clientExtensionResults: {},
  response: { ...response, ...(userHandle !== undefined && { userHandle }) },
})
