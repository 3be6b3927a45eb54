import { BlockList } from 'node:net'
import { isAddressIn } from './address-lists.ts'

const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8)
privateAddresses.addSubnet('10.0.0.0', 8) // RFC 1918
privateAddresses.addSubnet('172.16.0.0', 12)
privateAddresses.addSubnet('192.168.0.0', 16)
privateAddresses.addSubnet('169.254.0.0', 16) // link-local
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6') // RFC 4193
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/**
 * Returns true if a host, with an optional port, is this machine or in a private network: `localhost`, a name in
 * `.localhost` or `.local` (mDNS), or a loopback, private or link-local address. Nobody can make the DNS of a public domain
 * return such a name, so a page cannot reach it by DNS rebinding.
 */
export function isPrivateHost(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  if (/^localhost$|\.(?:localhost|local)$/.test(hostname)) return true
  return isAddressIn(privateAddresses, hostname.replace(/^\[|\]$/g, ''))
}
