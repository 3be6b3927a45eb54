import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'
import { isReadRequest } from './request-method.ts'

/** The contact for reports of security problems: URIs for `Contact` and `Policy` of RFC 9116. */
export type SecurityContact = { contact: string; policy: string | undefined }

const SECURITY_CONTACT_PATH = '/.well-known/security.txt'
/** Readers do not trust the file after this time. RFC 9116 recommends less than a year. */
const VALIDITY_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

type SecurityContactDeps = {
  /** Undefined: the file does not exist. */
  securityContact: SecurityContact | undefined
  publicUrl: string | undefined
  now: () => Date
}

/** Creates the handler of `/.well-known/security.txt` (RFC 9116). */
export function createSecurityContactRoute({ securityContact, publicUrl, now }: SecurityContactDeps): RequestHandler {
  return (request, response, next) => {
    if (request.path !== SECURITY_CONTACT_PATH || !isReadRequest(request)) return next()
    if (!securityContact) return next(new DomainError('not_found'))
    const expires = new Date(now().getTime() + VALIDITY_DAYS * DAY_MS)
    const fields = [
      ['Contact', securityContact.contact],
      ['Expires', expires.toISOString()],
      ['Policy', securityContact.policy],
      ['Canonical', publicUrl && new URL(request.path, publicUrl).href],
    ]
    const lines = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}\n`)
    response.set('Cache-Control', 'no-cache').type('text/plain').send(lines.join(''))
  }
}
