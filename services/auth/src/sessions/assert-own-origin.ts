import type { calls } from '@meadow/contracts'
import { type CallContext, DomainError, isSameOriginRequest } from '@meadow/service'

type Request = CallContext<typeof calls.refresh>['request']

/** @throws origin_not_allowed for a page of another site, which could otherwise use a cookie or sign its visitors in */
export function assertOwnOrigin({ headers, host }: Request, publicUrl: URL | undefined): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers
  if (!isSameOriginRequest({ origin, host, fetchSite: fetchSite?.toString() }, publicUrl))
    throw new DomainError('origin_not_allowed')
}
