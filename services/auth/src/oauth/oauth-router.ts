import { isLoopbackRequest, toNetworkPrefix } from '@meadow/service'
import { type Request, type Response, Router } from 'express'
import type { AuthDeps } from '../auth-deps.ts'
import { OAUTH_COOKIE_LIFETIME_MS, readBrowserSecret, toNextPath } from './oauth-flow.ts'
import type { OAuthProvider } from './oauth-provider.ts'
import { finishOAuth, startOAuth } from './sign-in-at-provider.ts'

/**
 * Creates the router of the addresses that a browser opens by itself: to go to a provider, and to come back. Both only redirect. A
 * failure leads to the page of the product that says so.
 */
export function createOAuthRouter(deps: AuthDeps): Router {
  const router = Router({ caseSensitive: true })
  const findProvider = (request: Request<{ provider: string }>) =>
    findOfferedProvider(deps, request.params.provider, request)

  router.use('/auth/oauth', (_request, response, next) => {
    response.set('Referrer-Policy', 'no-referrer')
    next()
  })

  router.get('/auth/oauth/:provider', async (request, response, next) => {
    const provider = findProvider(request)
    if (!provider) return next()
    const query = readQuery(request)
    const nextPath = toNextPath(query.get('next'))
    const browserSecret = setBrowserCookie(deps, request, response)
    const start = { next: nextPath, remember: query.get('remember') === 'true', accountId: null }
    const redirectUri = toRedirectUri(deps, request, provider)
    const network = toNetworkPrefix(request.ip ?? '')
    await startOAuth(deps, provider, { ...start, browserSecret, redirectUri, network }).then(
      (url) => response.redirect(302, url.href),
      () => response.redirect(302, toPage({ error: 'failed', next: nextPath })),
    )
  })

  router.get('/auth/oauth/:provider/callback', async (request, response, next) => {
    const provider = findProvider(request)
    if (!provider) return next()
    const url = new URL(toRedirectUri(deps, request, provider))
    url.search = readQuery(request).toString()
    const browserSecret = readBrowserSecret(deps.oauthCookie.read(request.headers.cookie, request.host))
    const network = toNetworkPrefix(request.ip ?? '')
    const arrival = await finishOAuth(deps, provider, { url, browserSecret, network })
    response.redirect(
      302,
      toPage(arrival.code ? { token: arrival.code, next: arrival.next } : { error: 'failed', next: arrival.next }),
    )
  })

  return router
}

/** Returns a provider that this installation offers to the browser of a request: the demo provider only to those of this machine. */
export const findOfferedProvider = (
  { providers }: Pick<AuthDeps, 'providers'>,
  name: string,
  request: Pick<Request, 'headers'>,
): OAuthProvider | undefined =>
  name === 'demo' && !isLoopbackRequest(request) ? undefined : providers.get(name as OAuthProvider['id'])

/** Returns the address to which a provider sends the browser back. It is the one that was registered at the provider. */
export const toRedirectUri = (
  { publicUrl }: Pick<AuthDeps, 'publicUrl'>,
  request: Pick<Request, 'host'>,
  { id }: Pick<OAuthProvider, 'id'>,
): string => `${publicUrl?.origin ?? `http://${request.host}`}/api/auth/oauth/${id}/callback`

/** Returns the secret of the browser, and sets its cookie for the next half hour. */
export function setBrowserCookie(
  { oauthCookie }: Pick<AuthDeps, 'oauthCookie'>,
  request: Pick<Request, 'headers' | 'host'>,
  response: Response,
): string {
  const { host } = request
  const secret = readBrowserSecret(oauthCookie.read(request.headers.cookie, host))
  response.appendHeader('Set-Cookie', oauthCookie.toSetCookie(secret, host, OAUTH_COOKIE_LIFETIME_MS))
  return secret
}

const readQuery = ({ originalUrl }: { originalUrl: string }): URLSearchParams =>
  new URL(originalUrl, 'http://localhost').searchParams

/** Returns the address of the page that ends a sign-in. It leads to `next` in any case. */
function toPage(query: { token?: string; error?: 'failed'; next: string | undefined }): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][]
  return `/oauth/callback?${new URLSearchParams(given)}`
}
