import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { GatewayRoute } from '../routes.ts'
import type { GetUpstreamPool } from '../upstreams/upstream-pools.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'

/** The longest delay of a page for the sake of what guests may see: as long as the gateway waits for a service. */
const TIMEOUT_MS = 4_000

/** Headers that the upstreams get, which the gateway itself has set. Not the token: the response is for everyone. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'traceparent']

type GuestResponse = { statusCode: number; headers: IncomingHttpHeaders; text: string }

/** Reads a path of an upstream. Fails if the upstream does. */
export type ReadAsGuest = (route: Pick<GatewayRoute, 'upstream' | 'frontend'>, path: string) => Promise<GuestResponse>

export type GuestReaderDeps = { upstreams: Upstreams; getPool: GetUpstreamPool }

/** Returns a function that reads what guests may see, for the request of a caller whose token and cookies it does not send. */
export function readAsGuestOf({ headers: received }: Request, { upstreams, getPool }: GuestReaderDeps): ReadAsGuest {
  const ofCaller = FORWARDED_HEADERS.map((name) => [name, received[name]])
  const headers = { ...Object.fromEntries(ofCaller), accept: 'text/html, application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return async (route, path) => {
    const pool = getPool(upstreams.find(route).instances.pick())
    const { statusCode, headers: ofUpstream, body } = await pool.request({ path, method: 'GET', headers, signal })
    return { statusCode, headers: ofUpstream, text: await body.text() }
  }
}
