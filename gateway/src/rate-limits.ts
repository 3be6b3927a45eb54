import { cacheByText, DomainError, toNetworkPrefix, type Verifier } from '@meadow/service'
import type { Request, RequestHandler } from 'express'
import { createMinuteCounter } from './minute-counter.ts'
import type { ReportSecurityEvent } from './security-reports.ts'
import { isSocketHandshake } from './sockets/upgrades.ts'

/** The limits per minute. */
export type RateLimits = {
  /** Calls of a member. */
  memberCalls: number
  /** Calls of an address without a valid token. */
  addressCalls: number
  /** All requests of an address: calls, pages, files, pictures, sockets and unknown paths. */
  addressRequests: number
  /** Sockets that an address opens. */
  addressHandshakes: number
}

const MAX_KEYS = 100_000

const toNetwork = cacheByText(toNetworkPrefix)

type RateLimitDeps = { limits: RateLimits; report: ReportSecurityEvent; now: () => Date }

/** Creates the coarse rate limit of an address: of all its requests, and of the sockets that it opens. */
export function limitAddressRates({ limits, report, now }: RateLimitDeps): RequestHandler {
  const requests = createMinuteCounter({ maxKeys: MAX_KEYS, now })
  const handshakes = createMinuteCounter({ maxKeys: MAX_KEYS, now })

  return (request, _response, next) => {
    const network = toNetwork(request.ip ?? '')
    const total = requests.count(network)
    const opened = isSocketHandshake(request) ? handshakes.count(network) : undefined
    const isOverTotal = total.count > limits.addressRequests
    if (!isOverTotal && !(opened && opened.count > limits.addressHandshakes)) return next()
    const reason = isOverTotal ? 'network_requests' : 'network_handshakes'
    report({ event: 'gateway.request_throttled', reason }, request.ip)
    next(new DomainError('too_many_requests', { retryAfter: total.secondsLeft }))
  }
}

/**
 * Creates the rate limit of calls. Calls of a member are counted by the verified token, all others by address. A call with
 * an invalid token counts for its address and goes on to the service, which refuses it.
 */
export function limitCallRates({
  limits,
  report,
  now,
  verifier,
}: RateLimitDeps & { verifier: Verifier }): RequestHandler {
  const members = createMinuteCounter({ maxKeys: MAX_KEYS, now })
  const addresses = createMinuteCounter({ maxKeys: MAX_KEYS, now })

  async function findMemberId({ headers }: Request): Promise<string | undefined> {
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
    if (!token) return undefined
    const claims = await verifier.verify(token).catch(() => undefined)
    return claims?.sub
  }

  return async (request, _response, next) => {
    if (!request.path.startsWith('/api/')) return next()
    const actor = await findMemberId(request)
    const { count, secondsLeft } = actor ? members.count(actor) : addresses.count(toNetwork(request.ip ?? ''))
    if (count <= (actor ? limits.memberCalls : limits.addressCalls)) return next()
    const reason = actor ? 'member_calls' : 'network_calls'
    report({ event: 'gateway.request_throttled', reason, actor }, request.ip)
    next(new DomainError('too_many_requests', { retryAfter: secondsLeft }))
  }
}
