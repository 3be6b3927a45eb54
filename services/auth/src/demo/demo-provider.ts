import { createHash, randomBytes } from 'node:crypto'
import { isLoopbackRequest } from '@meadow/service'
import express, { type Request, Router } from 'express'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { escapeHtml } from '../mail/mail-blocks.ts'
import { createOpenIdProvider, type OAuthProvider } from '../oauth/oauth-provider.ts'

const CLIENT_ID = 'meadow'
const CODE_LIFETIME_MS = 60_000
const MAX_CODES = 100

/** The page has no script, and loads nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const STYLE = `
  :root { color-scheme: light dark }
  body { max-width: 420px; margin: 0 auto; padding: 32px 16px; font: 16px/1.5 system-ui, sans-serif }
  form { display: grid; gap: 16px } label { display: grid; gap: 4px } .check { grid-template-columns: auto 1fr; align-items: center; gap: 10px }
  input:not([type="checkbox"]), button { min-height: 44px; padding-inline: 12px; border: 1px solid color-mix(in srgb, currentcolor 40%, transparent); border-radius: 10px; font: inherit }
  input[type="checkbox"] { width: 20px; height: 20px } button.main { border-color: transparent; background: #2f6b3f; color: #fff; font-weight: 600 } .hint { opacity: 0.75 }`

type Grant = {
  challenge: string
  nonce: string
  redirectUri: string
  claims: Record<string, unknown>
  expiresAt: number
}

/**
 * Creates the demo provider: a small OpenID Connect provider for browsers on this machine, with which sign-ins through a provider can be
 * tried without Google or GitHub. It has no passwords: visitors type who they are. `issuer` is an address of this process, at which auth
 * calls itself.
 */
export async function createDemoProvider(issuer: URL): Promise<{ provider: OAuthProvider; router: Router }> {
  const clientSecret = randomBytes(32).toString('base64url')
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'demo', alg: 'ES256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const path = issuer.pathname
  const router = Router()
  const readForm = express.urlencoded({ extended: false, limit: '16kb' })

  router.get(`${path}/.well-known/openid-configuration`, (_request, response) => {
    response.json({
      issuer: issuer.href,
      authorization_endpoint: `${issuer.href}/authorize`,
      token_endpoint: `${issuer.href}/token`,
      jwks_uri: `${issuer.href}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    })
  })
  router.get(`${path}/jwks`, (_request, response) => void response.json({ keys: [jwk] }))

  // Browsers open this page only; the other routes need the secret or a code.
  router.use(`${path}/authorize`, (request, response, next) => {
    if (!isLoopbackRequest(request)) return next('router')
    response.set({ 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' })
    next()
  })
  router.get(`${path}/authorize`, (request, response) => {
    if (readAuthorization(request)) response.send(renderPage())
    else response.status(400).send('Meadow did not send this request.')
  })
  router.post(`${path}/authorize`, readForm, (request, response) => {
    const authorization = readAuthorization(request)
    if (!authorization) return void response.status(400).send('Meadow did not send this request.')
    const { state, ...grant } = authorization
    const back = (query: Record<string, string>) =>
      response.redirect(303, `${authorization.redirectUri}?${new URLSearchParams({ ...query, state })}`)
    const { name = '', email = '', verified, decision } = request.body as Record<string, string>
    if (decision === 'cancel') return back({ error: 'access_denied' })
    const code = randomBytes(32).toString('base64url')
    const subject = createHash('sha256')
      .update(email || name)
      .digest('hex')
      .slice(0, 32)
    const claims = { sub: subject, name, ...(email && { email, email_verified: verified === 'on' }) }
    if (grants.size >= MAX_CODES) grants.clear() // bounds the memory; who is signing in at this moment tries again
    grants.set(code, { ...grant, claims, expiresAt: performance.now() + CODE_LIFETIME_MS })
    back({ code })
  })

  router.post(`${path}/token`, readForm, async (request, response) => {
    const {
      code = '',
      code_verifier: verifier = '',
      redirect_uri: redirectUri,
      client_secret: secret,
    } = request.body as Record<string, string>
    const grant = grants.get(code)
    grants.delete(code)
    if (secret !== clientSecret) return void response.status(401).json({ error: 'invalid_client' })
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isValid = grant?.challenge === challenge && grant.redirectUri === redirectUri
    if (!isValid || grant.expiresAt < performance.now())
      return void response.status(400).json({ error: 'invalid_grant' })
    const idToken = await new SignJWT({ ...grant.claims, nonce: grant.nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'demo' })
      .setIssuer(issuer.href)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey)
    response.json({ access_token: randomBytes(32).toString('base64url'), token_type: 'Bearer', id_token: idToken })
  })

  const openId = createOpenIdProvider({ id: 'demo', issuer, clientId: CLIENT_ID, clientSecret })
  const provider: OAuthProvider = {
    ...openId,
    async createAuthorizationUrl(redirectUri, checks) {
      const url = await openId.createAuthorizationUrl(redirectUri, checks)
      return new URL(url.pathname + url.search, redirectUri) // browsers reach this process through the gateway only
    },
  }
  return { provider, router }
}

/** Reads the request with which Meadow sends a browser here. Returns undefined for any other request. */
function readAuthorization(request: Request) {
  const query = new URL(request.originalUrl, 'http://localhost').searchParams
  const redirectUri = `http://${request.host}/api/auth/oauth/demo/callback`
  if (query.get('client_id') !== CLIENT_ID || query.get('redirect_uri') !== redirectUri) return undefined
  const [state, nonce, challenge] = ['state', 'nonce', 'code_challenge'].map((name) => query.get(name))
  return state && nonce && challenge ? { state, nonce, challenge, redirectUri } : undefined
}

const renderPage = (): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo provider</title>
<style>${STYLE}</style></head>
<body><main><h1>Demo provider</h1>
<p class="hint">${escapeHtml('This page stands in for Google or GitHub. It exists on this machine only, and asks for no password.')}</p>
<form method="post">
<label>Name <input name="name" value="Robin Sample" maxlength="80" autocomplete="off"></label>
<label>Email address <input name="email" type="email" value="robin@example.org" maxlength="254" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" checked> The provider has verified this address</label>
<button class="main" name="decision" value="continue">Continue to Meadow</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button>
</form></main></body>
</html>
`
