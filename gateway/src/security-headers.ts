import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { MAIL_LINK_PATHS } from '@meadow/contracts/limits'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** Voice messages need the microphone. Videos are chosen as files, so nothing needs the camera. */
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()'

/** The security headers that apply to documents and workers only: browsers ignore them in the response to a script. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
] as const

const PATHS_WITH_TOKENS: ReadonlySet<string> = new Set(Object.values(MAIL_LINK_PATHS))

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Creates the security headers of every response; `trimScriptHeaders` removes some from scripts. `isHttps` refers to the
 * public address. Those of helmet are the same for all responses, so they are read once. The pages that links of mails open name
 * their address, which has a token, to nobody.
 */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): RequestHandler {
  const headers = readHeaders(
    helmet({
      contentSecurityPolicy: false, // set below
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
      // headers for features that browsers no longer have
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      strictTransportSecurity: isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    }),
  )
  headers.push(['Content-Security-Policy', CONTENT_SECURITY_POLICY], ['Permissions-Policy', PERMISSIONS_POLICY])
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (PATHS_WITH_TOKENS.has(request.path)) response.setHeader('Referrer-Policy', 'no-referrer')
    next()
  }
}

type SetHeaders = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** Returns the headers that a handler sets on every response. */
function readHeaders(setHeaders: SetHeaders): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}
