import { cacheByText, isLoopbackAddress } from '@meadow/service'
import type { Request } from 'express'

/** Headers that proxies and tunnels add. */
const PROXY_HEADER_PATTERN = /^(?:forwarded$|via$|x-forwarded(?:-|$)|x-real-ip$)/

const isLoopbackPeer = cacheByText(isLoopbackAddress)

const isLoopbackHost = cacheByText((host) => {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocalName || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
})

/**
 * Checks that a browser on this machine sent a request, directly to this gateway: both the peer and the requested host are
 * loopback, and no header is one of a proxy. Must be called before the identity headers are replaced.
 */
export const comesFromThisMachine = ({ headers, socket }: Pick<Request, 'headers' | 'socket'>): boolean =>
  isLoopbackPeer(socket.remoteAddress ?? '') &&
  isLoopbackHost(String(headers.host)) &&
  !Object.keys(headers).some((name) => PROXY_HEADER_PATTERN.test(name))
