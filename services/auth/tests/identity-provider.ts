import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { createGitHubProvider, createOpenIdProvider } from '../src/oauth/oauth-provider.ts'

/** A member of the provider. `claims` are what it says of them; at GitHub, what its API says. */
type ProviderMember = { sub: string; claims?: Record<string, unknown> }
type Fault = 'status 500' | 'silence' | 'a long answer' | undefined

const CLIENT = { client_id: 'meadow', client_secret: 'the secret of meadow at this provider' }
const LONG_ANSWER = JSON.stringify({ access_token: 'a'.repeat(300_000), token_type: 'bearer' })

/** Opens a real OpenID provider on a port of this machine, with the two calls of the API of GitHub beside it. */
export async function openIdentityProvider(kind: 'google' | 'github' = 'google') {
  let listener: RequestListener = () => undefined
  let member: ProviderMember = { sub: 'nobody' }
  let fault: Fault
  const server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = kind === 'github' ? `${origin}/login/oauth` : origin

  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = createQuietly(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    clients: [{ ...CLIENT, redirect_uris: [`http://localhost:5000/api/auth/oauth/${kind}/callback`] }],
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    scopes: ['openid', 'read:user', 'user:email'],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { url: () => '/interaction' },
    routes: kind === 'github' ? { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' } : {},
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...member.claims }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile read:user user:email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    const isToken = /token$/.test(context.path)
    if (isToken && fault === 'status 500') context.status = 500
    else if (isToken && fault === 'silence') context.respond = false
    else if (isToken && fault === 'a long answer') Object.assign(context, { status: 200, body: LONG_ANSWER })
    else if (context.path === '/interaction') {
      context.respond = false
      await provider.interactionFinished(context.req, context.res, { login: { accountId: member.sub } })
    } else if (kind === 'github' && /^\/user/.test(context.path)) {
      const token = await provider.AccessToken.find(context.get('authorization').replace(/^bearer /i, ''))
      if (!token) context.status = 401
      else context.body = context.path === '/user' ? member.claims?.['user'] : member.claims?.['emails']
    } else await next()
  })
  listener = provider.callback()

  const credentials = { clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, timeoutSeconds: 1 }
  return {
    provider:
      kind === 'github'
        ? createGitHubProvider({ ...credentials, server: new URL(origin), api: new URL(origin) })
        : createOpenIdProvider({ ...credentials, id: kind, issuer: new URL(issuer) }),
    setFault: (next: Fault) => {
      fault = next
    },
    /** Goes to the provider as a browser of its own, signs in there, and returns the address to which the provider sends it back. */
    async visit(url: string, who: ProviderMember): Promise<URL> {
      member = who
      const cookies = new Map<string, string>()
      for (let at = new URL(url); ; ) {
        if (at.origin !== origin) return at
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/)
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`The provider responded with ${response.status}: ${await response.text()}`)
        at = new URL(location, at)
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Creates a provider without its warning that it keeps everything in memory. */
function createQuietly(issuer: string, configuration: Record<string, unknown>): Provider {
  const { warn } = console
  console.warn = () => undefined
  try {
    return new Provider(issuer, configuration)
  } finally {
    console.warn = warn
  }
}
