import { BlockList, isIP } from 'node:net'

/** The headers that say where a request comes from; `host` is what the browser asked for. */
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
 * Whether a request that acts by cookie, or opens a socket, comes from our own pages. Installations with an address of their own name it;
 * without one, the address asked for is taken where it is this machine's or a private network's, so that nobody can
 * point a name of theirs at us.
 */
export function isSameOriginRequest({ origin, host, fetchSite }: OriginHeaders, publicUrl: URL | undefined): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin' // not a browser, or an old one
  if (publicUrl) return origin === publicUrl.origin
  const asked = host && URL.parse(`http://${host}`)
  return (
    asked !== undefined &&
    asked !== null &&
    asked !== '' &&
    URL.parse(origin)?.host === asked.host &&
    isPrivateHost(asked)
  )
}

function isPrivateHost({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
