import { BlockList, isIP } from 'node:net'

/** The headers `Origin`, `Host` and `Sec-Fetch-Site` of a request. */
type OriginHeaders = { origin: string | undefined; host: string | undefined; fetchSite: string | undefined }

const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8)
privateAddresses.addSubnet('10.0.0.0', 8)
privateAddresses.addSubnet('172.16.0.0', 12)
privateAddresses.addSubnet('192.168.0.0', 16)
privateAddresses.addSubnet('169.254.0.0', 16)
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/**
 * Checks that a request with a cookie, or a socket handshake, comes from a page of this installation. With `publicUrl`,
 * the origin must be that URL. Without it, the origin must match the `Host` header, and the host must be this machine or
 * a private address: this stops DNS rebinding.
 */
export function isSameOriginRequest({ origin, host, fetchSite }: OriginHeaders, publicUrl: URL | undefined): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin' // no browser, or an old one
  if (publicUrl) return origin === publicUrl.origin
  const requested = host ? URL.parse(`http://${host}`) : null
  return requested !== null && URL.parse(origin)?.host === requested.host && isPrivateHost(requested)
}

function isPrivateHost({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
