import type { CallResponse, calls } from '@meadow/contracts'
import { EMAIL_PATTERN } from '@meadow/contracts/account-limits'
import { MAX_EMAIL_LENGTH, MAX_FULL_NAME_LENGTH } from '@meadow/contracts/limits'
import { cutText, hasInvisibleCharacter, trimLine } from '@meadow/contracts/visible-text'
import * as oauth from 'openid-client'
import { readBoundedResponse } from './bounded-response.ts'

export type OAuthProviderId = CallResponse<typeof calls.listOAuthProviders>['providers'][number]

/** The member of a provider. `email` and the names come from the provider, so they are not unique, and may be missing. */
export type ProviderIdentity = {
  /** The id of the member at the provider, which never changes. */
  subject: string
  email: string | null
  /** True only if the provider says so, of this address. */
  isEmailVerified: boolean
  fullName: string
  username: string
}

/** The values that bind the answer of a provider to the request of one browser. */
export type ProviderChecks = { state: string; nonce: string; verifier: string }

/** A provider of sign-ins. Both methods throw if the provider cannot be reached, responds with an error, or gives an answer that is not valid. */
export type OAuthProvider = {
  id: OAuthProviderId
  /** Returns the address at the provider to which the browser goes. `redirectUri` is the one to which it comes back. */
  createAuthorizationUrl(redirectUri: string, checks: ProviderChecks): Promise<URL>
  /** Exchanges the code in `callbackUrl`, the address to which the browser came back, for the identity of the member. */
  readIdentity(callbackUrl: URL, checks: ProviderChecks): Promise<ProviderIdentity>
}

/** `timeoutSeconds`: the time for each request to the provider. @default 5 */
type Credentials = { clientId: string; clientSecret: string; timeoutSeconds?: number }
export type OpenIdProviderSettings = Credentials & { id: OAuthProviderId; issuer: URL }
export type GitHubSettings = Credentials & { server: URL; api: URL }

const DEFAULT_TIMEOUT_SECONDS = 5
/** A provider that has changed its endpoints or keys is noticed after this time. */
const DISCOVERY_LIFETIME_MS = 3_600_000
const MAX_SUBJECT_LENGTH = 255

/** Creates a provider that speaks OpenID Connect. It is discovered at its first use. */
export function createOpenIdProvider({
  id,
  issuer,
  clientId,
  clientSecret,
  timeoutSeconds = DEFAULT_TIMEOUT_SECONDS,
}: OpenIdProviderSettings): OAuthProvider {
  let discovered: { at: number; configuration: Promise<oauth.Configuration> } | undefined
  const discover = async () => {
    const isFresh = discovered && performance.now() - discovered.at < DISCOVERY_LIFETIME_MS
    if (!discovered || !isFresh) {
      const configuration = oauth.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        [oauth.customFetch]: readBoundedResponse,
        execute: issuer.protocol === 'http:' ? [oauth.allowInsecureRequests] : [], // of this machine
      })
      discovered = { at: performance.now(), configuration }
      configuration.catch(() => {
        discovered = undefined
      })
    }
    return discovered.configuration
  }
  return {
    id,
    async createAuthorizationUrl(redirectUri, checks) {
      const scope = 'openid email profile'
      const parameters = { ...(await toParameters(redirectUri, checks)), scope, nonce: checks.nonce }
      return oauth.buildAuthorizationUrl(await discover(), parameters)
    },
    async readIdentity(callbackUrl, { state, nonce, verifier }) {
      const configuration = await discover()
      const tokens = await oauth.authorizationCodeGrant(configuration, callbackUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      const hasUserInfo = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
      const info: Record<string, unknown> = hasUserInfo
        ? await oauth.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      const { email, email_verified, name, preferred_username }: Record<string, unknown> = { ...claims, ...info }
      return toProviderIdentity({
        subject: claims.sub,
        email,
        isEmailVerified: email_verified,
        fullName: name,
        username: preferred_username,
      })
    },
  }
}

/** Creates the provider GitHub, which speaks OAuth 2 without OpenID Connect: its API says who the member is. */
export function createGitHubProvider({
  clientId,
  clientSecret,
  server,
  api,
  timeoutSeconds = DEFAULT_TIMEOUT_SECONDS,
}: GitHubSettings): OAuthProvider {
  const metadata = {
    issuer: new URL('/login/oauth', server).href,
    authorization_endpoint: new URL('/login/oauth/authorize', server).href,
    token_endpoint: new URL('/login/oauth/access_token', server).href,
  }
  const configuration = new oauth.Configuration(metadata, clientId, clientSecret)
  configuration.timeout = timeoutSeconds
  configuration[oauth.customFetch] = readBoundedResponse
  if (server.protocol === 'http:') oauth.allowInsecureRequests(configuration)
  const headers = { accept: 'application/vnd.github+json', 'user-agent': 'Meadow' }
  const readApi = async (accessToken: string, path: string): Promise<unknown> => {
    const url = new URL(path, api)
    const response = await oauth.fetchProtectedResource(
      configuration,
      accessToken,
      url,
      'GET',
      null,
      new Headers(headers),
    )
    if (!response.ok) throw new Error(`The API of the provider responded with ${response.status}`)
    return response.json()
  }
  return {
    id: 'github',
    async createAuthorizationUrl(redirectUri, checks) {
      const parameters = { ...(await toParameters(redirectUri, checks)), scope: 'read:user user:email' }
      return oauth.buildAuthorizationUrl(configuration, parameters)
    },
    async readIdentity(callbackUrl, { state, verifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token: accessToken } = await oauth.authorizationCodeGrant(configuration, callbackUrl, checks)
      const user = (await readApi(accessToken, '/user')) as Record<string, unknown> | null
      if (!Number.isSafeInteger(user?.['id'])) throw new Error('The API of the provider did not say who the member is')
      const emails = await readApi(accessToken, '/user/emails')
      const primary = Array.isArray(emails) ? emails.find((entry) => entry?.primary === true) : undefined
      return toProviderIdentity({
        subject: String(user?.['id']),
        email: primary?.email, // the public address of the profile may be anybody's
        isEmailVerified: primary?.verified,
        fullName: user?.['name'] ?? user?.['login'],
        username: user?.['login'],
      })
    },
  }
}

const toParameters = async (redirectUri: string, { state, verifier }: ProviderChecks) => ({
  redirect_uri: redirectUri,
  state,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})

type Answer = Record<'email' | 'isEmailVerified' | 'fullName' | 'username', unknown> & { subject: string }

/** Converts what a provider says to an identity. Text that the product would not accept is left out. @throws if the subject is too long */
function toProviderIdentity({ subject, email, isEmailVerified, fullName, username }: Answer): ProviderIdentity {
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH)
    throw new Error('The provider sent a subject that is not valid')
  const address = trimLine(toText(email))
  const isEmail = address.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(address) && !hasInvisibleCharacter(address)
  return {
    subject,
    email: isEmail ? address : null,
    isEmailVerified: isEmail && isEmailVerified === true,
    fullName: cutText(trimLine(toText(fullName)), MAX_FULL_NAME_LENGTH),
    username: toText(username).slice(0, MAX_EMAIL_LENGTH),
  }
}

/** Returns a text of one line; '' for everything else. */
const toText = (value: unknown): string => (typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ') : '')
