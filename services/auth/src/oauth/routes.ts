import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, DomainError, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { assertOwnOrigin } from '../sessions/assert-own-origin.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { disconnectProvider } from './disconnect-provider.ts'
import { exchangeOAuthCode, type FinishContext, linkOAuth, registerWithOAuth } from './finish-sign-in.ts'
import { readBrowserSecret } from './oauth-flow.ts'
import { findOfferedProvider, setBrowserCookie, toRedirectUri } from './oauth-router.ts'
import { startOAuth } from './sign-in-at-provider.ts'

type Request = CallContext<typeof calls.exchangeOAuthCode>['request']

/** Creates the calls of sign-ins through providers. Those that use the cookie must come from the product's own pages. */
export function createOAuthRoutes(deps: AuthDeps): CallRoute[] {
  const readContext = (request: Request, code: string, invite?: string): FinishContext => {
    assertOwnOrigin(request, deps.publicUrl)
    return {
      code,
      invite,
      browserSecret: readBrowserSecret(deps.oauthCookie.read(request.headers.cookie, request.host)),
      device: toDeviceName(request.headers['user-agent']),
      mailContext: readMailContext(request, deps.publicUrl),
      deviceCookie: deps.deviceCookie.read(request.headers.cookie, request.host),
      network: toNetworkPrefix(request.ip ?? ''),
    }
  }
  return [
    serve(calls.listOAuthProviders, async ({ request }) => ({
      providers: [...deps.providers.keys()].filter((id) => findOfferedProvider(deps, id, request)),
    })),

    serve(calls.exchangeOAuthCode, async ({ body, member, request, response }) => {
      const outcome = await exchangeOAuthCode(deps, readContext(request, body.code, body.invite), member?.sub)
      return 'signedIn' in outcome ? respondWithSession(deps, response, outcome.signedIn) : outcome
    }),

    serve(calls.registerWithOAuth, async ({ body: { code, invite, ...registration }, request, response }) => {
      const registered = await registerWithOAuth(deps, registration, readContext(request, code, invite))
      return respondWithSession(deps, response, registered)
    }),

    serve(calls.linkOAuth, async ({ body: { code, password }, request, response }) =>
      respondWithSession(deps, response, await linkOAuth(deps, password, readContext(request, code))),
    ),

    serve(calls.listConnectedProviders, async ({ member }) => {
      const account = await deps.accounts.find(member.sub)
      if (!account) throw new DomainError('token_invalid')
      const connected = await deps.oauth.listConnected(member.sub)
      const providers = connected.map(({ provider, email, connectedAt }) => ({
        provider,
        email,
        connectedAt: connectedAt.toISOString(),
      }))
      return { providers, hasPassword: account.hasPassword }
    }),

    serve(calls.connectOAuth, async ({ member, params, request, response }) => {
      const provider = findOfferedProvider(deps, params.provider, request)
      if (!provider) throw new DomainError('not_found')
      const url = await startOAuth(deps, provider, {
        next: '/settings/account',
        remember: false,
        accountId: member.sub,
        browserSecret: setBrowserCookie(deps, request, response),
        redirectUri: toRedirectUri(deps, request, provider),
        network: toNetworkPrefix(request.ip ?? ''),
      }).catch((error) => {
        throw error instanceof DomainError ? error : new DomainError('oauth_failed')
      })
      return { url: url.href }
    }),

    serve(calls.disconnectOAuth, async ({ member, params, body, request }) => {
      const network = toNetworkPrefix(request.ip ?? '')
      await disconnectProvider(deps, member, { ...body, ...params, network })
      return { ok: true as const }
    }),
  ]
}
