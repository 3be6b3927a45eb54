import { type Logger, logSecurityEvent, type Throttle } from '@meadow/service'
import { consumeAttempt } from '../sign-in/login-throttle.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import {
  continueOAuthFlow,
  createOAuthFlow,
  createOAuthSecret,
  deriveProviderChecks,
  hashOAuthSecret,
  type OAuthFlow,
} from './oauth-flow.ts'
import type { OAuthProvider, ProviderIdentity } from './oauth-provider.ts'
import type { OAuthRepository } from './oauth-repository.ts'

export type SignInAtProviderDeps = {
  oauth: OAuthRepository
  throttle: Throttle
  limits: AuthThrottleLimits
  log: Logger
  now: () => Date
}

type StartRequest = Pick<OAuthFlow, 'next' | 'remember' | 'accountId'> & {
  browserSecret: string
  redirectUri: string
  network: string
}

/**
 * Begins a sign-in through a provider. Returns the address at the provider to which the browser goes.
 * @throws too_many_requests, unavailable, or an error of the provider, which cannot be reached
 */
export async function startOAuth(
  deps: SignInAtProviderDeps,
  provider: OAuthProvider,
  { browserSecret, redirectUri, network, ...start }: StartRequest,
): Promise<URL> {
  const { oauthPerNetwork } = deps.limits
  await consumeAttempt(
    deps.throttle,
    { reason: 'provider' as const, limit: oauthPerNetwork, subject: [network] },
    (reason) => logSecurityEvent(deps.log, { event: 'auth.sign_in_throttled', reason, network }),
  )
  const { flow, state } = createOAuthFlow({ ...start, provider: provider.id, browserSecret, now: deps.now() })
  const url = await provider
    .createAuthorizationUrl(redirectUri, deriveProviderChecks(state, browserSecret))
    .catch((error) => {
      reportProviderFailure(deps, provider, { error, network })
      throw error
    })
  await deps.oauth.addFlow(flow)
  return url
}

type CallbackRequest = { url: URL; browserSecret: string; network: string }
type OAuthArrival = { code: string; next: string }

/**
 * Finishes the visit of a browser at a provider: reads who the member is, and returns the one-time code for the page. Returns only `next`,
 * undefined if the flow is unknown, when the sign-in failed or the member has declined.
 */
export async function finishOAuth(
  deps: SignInAtProviderDeps,
  provider: OAuthProvider,
  { url, browserSecret, network }: CallbackRequest,
): Promise<OAuthArrival | { code: undefined; next: string | undefined }> {
  const state = url.searchParams.get('state') ?? ''
  const key = { tokenHash: hashOAuthSecret(state), browserHash: hashOAuthSecret(browserSecret) }
  const flow = await deps.oauth.takeFlow({ ...key, step: 'started', now: deps.now() })
  if (flow?.provider !== provider.id) {
    logSecurityEvent(deps.log, { event: 'auth.oauth_refused', reason: 'state', network })
    return { code: undefined, next: undefined }
  }
  const failed = { code: undefined, next: flow.next }
  if (url.searchParams.get('error') === 'access_denied') return failed
  let identity: ProviderIdentity
  try {
    identity = await provider.readIdentity(url, deriveProviderChecks(state, browserSecret))
  } catch (error) {
    reportProviderFailure(deps, provider, { error, network })
    return failed
  }
  const code = createOAuthSecret()
  await deps.oauth.addFlow(continueOAuthFlow(flow, { step: 'identified', identity, code, now: deps.now() }))
  return { code, next: flow.next }
}

/** Logs the failure of a provider: its codes only, because messages and answers can hold tokens and addresses. */
function reportProviderFailure(
  { log }: { log: Logger },
  { id }: OAuthProvider,
  { error, network }: { error: unknown; network: string },
): void {
  logSecurityEvent(log, { event: 'auth.oauth_refused', reason: 'provider', network })
  const { name, code, error: providerCode, status } = error as Record<string, unknown>
  log.warn({ provider: id, name, code, providerCode, status }, 'a provider of sign-ins failed')
}
