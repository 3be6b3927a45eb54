import type { ErrorCode } from '@meadow/contracts'
import { cacheByText, DomainError, isPrivateHost } from '@meadow/service'
import type { Request, RequestHandler } from 'express'
import { findRoute, SHELL_ROUTE } from './routes.ts'
import type { ReportSecurityEvent } from './security-reports.ts'

/** A name or an address with an optional port, without characters that a parser could take for a path or a user. */
const HOST_PATTERN = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i

/** Returns the origin at which the caller sees this installation, such as `https://meadow.example`. */
export const readOrigin = ({ headers, host = '' }: Request): string => `${headers['x-forwarded-proto']}://${host}`

type HostCheckDeps = { publicUrl: string | undefined; report: ReportSecurityEvent }

/**
 * Creates the check of the `Host` header. A malformed or repeated host is refused with 400. With `publicUrl`, every other
 * host gets 404, so that nobody can create links, cookies or cache entries for another host; a page that somebody opens there
 * leads to `publicUrl`. Without it, only this machine and private hosts are served, so that no page of the internet reaches
 * them by DNS rebinding; others get 421.
 */
export function createHostCheck({ publicUrl, report }: HostCheckDeps): RequestHandler {
  const expected = publicUrl === undefined ? undefined : new URL(publicUrl)

  const findHostRefusal = cacheByText((host): ErrorCode | undefined => {
    if (!HOST_PATTERN.test(host)) return 'invalid_request'
    if (expected) return matchesHost(expected, host) ? undefined : 'not_found'
    return isPrivateHost(host) ? undefined : 'host_not_served'
  })

  function findRefusal({ host = '', rawHeaders }: Request): DomainError | undefined {
    const code = countHosts(rawHeaders) === 1 ? findHostRefusal(host) : 'invalid_request'
    return code && new DomainError(code)
  }

  return (request, response, next) => {
    const refusal = findRefusal(request)
    if (expected && refusal?.code === 'not_found' && isPageRequest(request))
      return response.set('Cache-Control', 'no-store').redirect(`${expected.origin}${request.originalUrl}`)
    if (refusal) report({ event: 'gateway.host_refused' }, request.ip)
    next(refusal)
  }
}

/** Returns true if somebody opens a page of the shell: not for calls, and not for the files and data that a page loads. */
function isPageRequest({ method, headers, path }: Request): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || findRoute(path) !== SHELL_ROUTE) return false
  const { accept = '', 'sec-fetch-dest': destination = 'document' } = headers
  return destination === 'document' && accept.includes('text/html')
}

/** Counts the `Host` headers. Node reads only the first. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Compares hosts. The default port of the protocol may be missing. */
function matchesHost(expected: URL, host: string): boolean {
  const url = `${expected.protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === expected.host
}
