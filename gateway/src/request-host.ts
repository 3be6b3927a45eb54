import { DomainError, isPrivateHost } from '@meadow/service'
import type { Request, RequestHandler } from 'express'
import type { ReportSecurityEvent } from './security-reports.ts'

/** A name or an address with an optional port, without characters that a parser could take for a path or a user. */
const HOST_PATTERN = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i

type HostCheckDeps = { publicUrl: string | undefined; report: ReportSecurityEvent }

/**
 * Creates the check of the `Host` header. A malformed or repeated host is refused with 400. With `publicUrl`, every other
 * host gets 404, so that nobody can create links, cookies or cache entries for another host. Without it, only this machine
 * and private hosts are served, so that no page of the internet reaches them by DNS rebinding; others get 421.
 */
export function createHostCheck({ publicUrl, report }: HostCheckDeps): RequestHandler {
  const expected = publicUrl === undefined ? undefined : new URL(publicUrl)

  function findRefusal({ host = '', headersDistinct }: Request): DomainError | undefined {
    if (!HOST_PATTERN.test(host) || headersDistinct['host']?.length !== 1) return new DomainError('invalid_request')
    if (expected) return matchesHost(expected, host) ? undefined : new DomainError('not_found')
    return isPrivateHost(host) ? undefined : new DomainError('host_not_served')
  }

  return (request, _response, next) => {
    const refusal = findRefusal(request)
    if (refusal) report({ event: 'gateway.host_refused' }, request.ip)
    next(refusal)
  }
}

/** Compares hosts. The default port of the protocol may be missing. */
function matchesHost(expected: URL, host: string): boolean {
  const url = `${expected.protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === expected.host
}
