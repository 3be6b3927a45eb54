import { DomainError, toNetworkPrefix, type Verifier } from '@meadow/service'
import type { Request, RequestHandler } from 'express'
import { createMinuteCounter } from './minute-counter.ts'

/** The limits in calls per minute. */
export type RateLimits = { member: number; address: number }

const MAX_KEYS = 100_000

type RateLimitDeps = { verifier: Verifier; limits: RateLimits; now: () => Date }

/**
 * Creates the rate limit of calls. Calls of a member are counted by the verified token, all others by address. Pages and
 * pictures are not counted. A call with an invalid token counts for its address and goes on to the service, which refuses it.
 */
export function limitRates({ verifier, limits, now }: RateLimitDeps): RequestHandler {
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
    const memberId = await findMemberId(request)
    const { count, secondsLeft } = memberId
      ? members.count(memberId)
      : addresses.count(toNetworkPrefix(request.ip ?? ''))
    if (count <= (memberId ? limits.member : limits.address)) return next()
    next(new DomainError('too_many_requests', { retryAfter: secondsLeft }))
  }
}
