import { DomainError, toNetworkPrefix, type Verifier } from '@meadow/service'
import type { Request, RequestHandler } from 'express'
import { createMinutes } from './minutes.ts'

/** How many calls a minute. */
export type RateLimits = { member: number; address: number }

const ROOM = 100_000

type Parts = { verifier: Verifier; limits: RateLimits; now: () => Date }

/**
 * Counts calls, not pages and pictures: of a member by their token, however many addresses they use, and of everybody
 * else by address. A token that is not good makes nobody a member; the service refuses it.
 */
export function limitRates({ verifier, limits, now }: Parts): RequestHandler {
  const members = createMinutes({ room: ROOM, now })
  const addresses = createMinutes({ room: ROOM, now })

  async function memberOf({ headers }: Request): Promise<string | undefined> {
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
    if (!token) return undefined
    const claims = await verifier.verify(token).catch(() => undefined)
    return claims?.sub
  }

  return async (request, _response, next) => {
    if (!request.path.startsWith('/api/')) return next()
    const member = await memberOf(request)
    const { count, secondsLeft } = member ? members.count(member) : addresses.count(toNetworkPrefix(request.ip ?? ''))
    if (count <= (member ? limits.member : limits.address)) return next()
    next(new DomainError('too_many_requests', { retryAfter: secondsLeft }))
  }
}
