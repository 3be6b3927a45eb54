import { BlockList, isIP } from 'node:net'

/** Ranges of IPv4 that are not on the public internet (IANA special-purpose registry), and multicast. */
const SPECIAL_IPV4_RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Ranges inside 2000::/3 that are not public, or that contain an IPv4 address: Teredo and 6to4. */
const SPECIAL_IPV6_RANGES = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const specialIpv4 = new BlockList()
for (const [network, prefix] of SPECIAL_IPV4_RANGES) specialIpv4.addSubnet(network, prefix, 'ipv4')
const specialIpv6 = new BlockList()
for (const [network, prefix] of SPECIAL_IPV6_RANGES) specialIpv6.addSubnet(network, prefix, 'ipv6')
/** All public addresses of IPv6. IPv4-mapped, private, link-local and multicast addresses are outside. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Returns true if an IP address is on the public internet: not private, loopback, link-local, multicast or IPv4-mapped. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
