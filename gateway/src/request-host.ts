import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

/** A name or an address with an optional port, and nothing that one reader takes for a path or a user. */
const WRITTEN = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i

/**
 * Refuses requests whose host cannot be one, or is said twice. Where `publicUrl` is known there is nothing at any other
 * host, so that no link, cookie or cache can be made for one by asking for it.
 */
export function refuseOtherHosts(publicUrl: string | undefined): RequestHandler {
  const expected = publicUrl === undefined ? undefined : new URL(publicUrl)
  return ({ host = '', headersDistinct }, _response, next) => {
    if (!WRITTEN.test(host) || headersDistinct['host']?.length !== 1) return next(new DomainError('invalid_request'))
    next(isAt(expected, host) ? undefined : new DomainError('not_found'))
  }
}

/** Whether `host` is the expected one, with or without the port that goes without saying. */
function isAt(expected: URL | undefined, host: string): boolean {
  if (!expected) return true
  const url = `${expected.protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === expected.host
}
