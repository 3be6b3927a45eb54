import { BlockList, isIP } from 'node:net'

/** The headers that say where a request comes from; `host` is what the browser asked for. */
type Asked = { origin: string | undefined; host: string | undefined; fetchSite: string | undefined }

const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addSubnet('169.254.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a request that acts by cookie, or opens a socket, comes from our own pages. Installations with an address of their own name it;
 * without one, the address asked for is taken where it is this machine's or a private network's, so that nobody can
 * point a name of theirs at us.
 */
export function isFromOurPages({ origin, host, fetchSite }: Asked, publicUrl: URL | undefined): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin' // not a browser, or an old one
  if (publicUrl) return origin === publicUrl.origin
  const asked = host && URL.parse(`http://${host}`)
  return (
    asked !== undefined && asked !== null && asked !== '' && URL.parse(origin)?.host === asked.host && isNear(asked)
  )
}

function isNear({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family !== 0 && near.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
