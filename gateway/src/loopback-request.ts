import { isLoopbackAddress } from '@meadow/service'
import type { Request } from 'express'

/** Headers that proxies and tunnels add. */
const PROXY_HEADER_PATTERN = /^(?:forwarded$|via$|x-forwarded(?:-|$)|x-real-ip$)/

/**
 * Checks that a browser on this machine sent a request, directly to this gateway: both the peer and the requested host are
 * loopback, and no header is one of a proxy. Must be called before the identity headers are replaced.
 */
export function comesFromThisMachine({ headers, socket }: Pick<Request, 'headers' | 'socket'>): boolean {
  const hostname = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    (isLocalName || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))) &&
    !Object.keys(headers).some((name) => PROXY_HEADER_PATTERN.test(name))
  )
}
