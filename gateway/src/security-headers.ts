import type { RequestHandler } from 'express'
import helmet from 'helmet'

export const CONTENT_SECURITY_POLICY = [
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

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Creates the security headers of every response. `isHttps` refers to the public address. */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): RequestHandler[] {
  return [
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
    (_request, response, next) => {
      response.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      response.set('Permissions-Policy', PERMISSIONS_POLICY)
      next()
    },
  ]
}
