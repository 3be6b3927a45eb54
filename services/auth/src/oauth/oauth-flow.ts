import { createHash, createHmac, randomBytes } from 'node:crypto'
import { PAGES_AFTER_SIGN_IN } from '@meadow/contracts/account-limits'
import type { OAuthProviderId, ProviderChecks, ProviderIdentity } from './oauth-provider.ts'

/**
 * A sign-in through a provider that is not finished, in one browser. `started`: the browser is at the provider, and the token is the
 * state. `identified`: the browser is back, and the token is the one-time code. `pending`: the code was exchanged, the member still has
 * to choose a name or type a password, and the token is still the code.
 */
export type OAuthFlow = {
  tokenHash: Buffer
  browserHash: Buffer
  step: 'started' | 'identified' | 'pending'
  provider: OAuthProviderId
  /** The path of the page that opens at the end. */
  next: string
  remember: boolean
  /** The member who connects the provider; null for a sign-in. */
  accountId: string | null
  /** Null until the provider has said who the member is. */
  identity: ProviderIdentity | null
  expiresAt: Date
}

const MINUTE_MS = 60_000
/** The time that each step may take. The last one is the longest, because the member types a name or a password. */
const STEP_LIFETIME_MS = { started: 10 * MINUTE_MS, identified: MINUTE_MS, pending: 15 * MINUTE_MS } as const
/** The cookie of the browser lasts longer than all steps together. */
export const OAUTH_COOKIE_LIFETIME_MS = 30 * MINUTE_MS

const SECRET_PATTERN = /^[\w-]{43}$/
const MAX_NEXT_LENGTH = 500
const NEXT_PATTERN = /^\/([a-z]+)(?:[/?#][^\\\p{Cc}]*)?$/u

export const createOAuthSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a state, a code or a cookie. Malformed ones need no check: their hash matches nothing. */
export const hashOAuthSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns the secret in the cookie of a browser; a new one for a browser without it. Flows in several tabs share it. */
export const readBrowserSecret = (cookie: string | undefined): string =>
  cookie && SECRET_PATTERN.test(cookie) ? cookie : createOAuthSecret()

/** Returns the path that opens after a sign-in: a page of this product, else '/home'. */
export function toNextPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_NEXT_LENGTH) return '/home'
  const [, page] = NEXT_PATTERN.exec(next) ?? []
  return PAGES_AFTER_SIGN_IN.some((name) => name === page) ? next : '/home'
}

/**
 * Derives the values that bind the answer of the provider to this browser. They depend on the secret in its cookie, so that whoever
 * reads the store still cannot use an intercepted code.
 */
export function deriveProviderChecks(state: string, browserSecret: string): ProviderChecks {
  const derive = (purpose: string) =>
    createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

type FlowStart = Pick<OAuthFlow, 'provider' | 'next' | 'remember' | 'accountId'> & { browserSecret: string; now: Date }

/** Creates the flow of a browser that goes to a provider, and its state. */
export function createOAuthFlow({ browserSecret, now, ...start }: FlowStart): { flow: OAuthFlow; state: string } {
  const state = createOAuthSecret()
  const flow: OAuthFlow = {
    ...start,
    tokenHash: hashOAuthSecret(state),
    browserHash: hashOAuthSecret(browserSecret),
    step: 'started',
    identity: null,
    expiresAt: new Date(now.getTime() + STEP_LIFETIME_MS.started),
  }
  return { flow, state }
}

/** Returns the flow at its next step, of which `code` is the token. */
export const continueOAuthFlow = (
  flow: OAuthFlow,
  {
    step,
    code,
    now,
    identity = flow.identity,
  }: { step: 'identified' | 'pending'; code: string; now: Date; identity?: ProviderIdentity | null },
): OAuthFlow => ({
  ...flow,
  step,
  identity,
  tokenHash: hashOAuthSecret(code),
  expiresAt: new Date(now.getTime() + STEP_LIFETIME_MS[step]),
})

/** The accounts that an identity concerns: the one that it is connected to, and the one with the same e-mail address. */
export type IdentityOwners = {
  linkedTo: string | undefined
  /** `hasProvider`: the account has connected another identity of this provider. */
  sameEmail: { accountId: string; hasProvider: boolean } | undefined
  /** True if the member who connects the provider has connected another identity of it. */
  callerHasProvider: boolean
}

export type OAuthDecision =
  | { kind: 'sign_in' | 'link'; accountId: string }
  | { kind: 'register' | 'connect' | 'already_connected' | 'refuse_taken' | 'refuse_code' }

/**
 * Decides how a flow ends. A matching e-mail address alone never signs anybody in: if the provider has verified it, the member also has
 * to sign in to the account with that address; one that is not verified is ignored.
 */
export function decideOAuthFlow(
  { accountId, identity }: Pick<OAuthFlow, 'accountId' | 'identity'>,
  caller: string | undefined,
  { linkedTo, sameEmail, callerHasProvider }: IdentityOwners,
): OAuthDecision {
  if (accountId !== null) {
    if (accountId !== caller) return { kind: 'refuse_code' }
    if (linkedTo === accountId) return { kind: 'already_connected' }
    return { kind: linkedTo || callerHasProvider ? 'refuse_taken' : 'connect' }
  }
  if (linkedTo) return { kind: 'sign_in', accountId: linkedTo }
  if (!identity?.isEmailVerified || !sameEmail) return { kind: 'register' }
  return sameEmail.hasProvider ? { kind: 'refuse_taken' } : { kind: 'link', accountId: sameEmail.accountId }
}

/** The hashes that identify a flow: of the token of its step, and of the secret of its browser. */
export type OAuthFlowHashes = Pick<OAuthFlow, 'tokenHash' | 'browserHash'>

/** The ways into an account. A provider that this installation no longer offers is none. */
type WaysIn = { hasPassword: boolean; connected: readonly string[]; passkeyCount: number; offered: readonly string[] }

/** Returns true if a member can sign in in one of these ways. */
export const hasWayIn = ({ hasPassword, connected, passkeyCount, offered }: WaysIn): boolean =>
  hasPassword || passkeyCount > 0 || connected.some((provider) => offered.includes(provider))
