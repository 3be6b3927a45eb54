import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

/** A name or an address with an optional port, without characters that a parser could take for a path or a user. */
const HOST_PATTERN = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i

/**
 * Creates the check of the `Host` header. A malformed or repeated host is refused with 400. With `publicUrl`, every other
 * host gets 404, so that nobody can create links, cookies or cache entries for another host.
 */
export function createHostCheck(publicUrl: string | undefined): RequestHandler {
  const expected = publicUrl === undefined ? undefined : new URL(publicUrl)
  return ({ host = '', headersDistinct }, _response, next) => {
    if (!HOST_PATTERN.test(host) || headersDistinct['host']?.length !== 1)
      return next(new DomainError('invalid_request'))
    next(matchesHost(expected, host) ? undefined : new DomainError('not_found'))
  }
}

/** Compares hosts. The default port of the protocol may be missing. */
function matchesHost(expected: URL | undefined, host: string): boolean {
  if (!expected) return true
  const url = `${expected.protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === expected.host
}
