import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LinkPreviewError } from '../link-preview-error.ts'

/** An address of a host, as `dns.lookup` returns it. */
export type HostAddress = { address: string; family: number }

/** Finds all addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

/** `allowedHosts`: hosts of an intranet, each with a port if it is not that of the scheme, which may have private addresses. */
export type AddressRules = { allowedHosts: readonly string[]; resolveHost: ResolveHost }

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns true for an IP address of the public internet. The library knows the special networks of IANA: private, loopback, link-local,
 * shared (CGNAT), multicast, documentation, translated (NAT64, 6to4, Teredo) and IPv4-mapped ones. Of IPv6 only 2000::/3 is in public use.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6)
}

/** Finds the addresses of a name by the resolver of the machine. */
export const resolveHostBySystem: ResolveHost = (hostname) => lookup(hostname, { all: true })

/**
 * Checks an address of a page: its scheme, port and credentials. A name is not resolved yet.
 * @throws LinkPreviewError address_refused
 */
export function assertAddressAllowed(url: URL, { allowedHosts }: Pick<AddressRules, 'allowedHosts'>): void {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '') throw new LinkPreviewError('address_refused')
  if (!['', '80', '443'].includes(url.port) && !allowedHosts.includes(url.host))
    throw new LinkPreviewError('address_refused')
}

/**
 * Returns the addresses to connect to. The caller connects to these and to no others, so a name cannot have another address a moment
 * later ("DNS rebinding"). If only one of several addresses is not public, all are refused.
 * @throws LinkPreviewError address_refused | unreachable if the name has no address
 */
export async function findAllowedAddresses(url: URL, rules: AddressRules): Promise<readonly HostAddress[]> {
  assertAddressAllowed(url, rules)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(hostname)
  const addresses = family === 0 ? await resolve(hostname, rules) : [{ address: hostname, family }]
  const isAllowed = rules.allowedHosts.includes(url.host) || addresses.every(({ address }) => isPublicAddress(address))
  if (!isAllowed) throw new LinkPreviewError('address_refused')
  return addresses
}

async function resolve(hostname: string, { resolveHost }: AddressRules): Promise<readonly HostAddress[]> {
  const addresses = await resolveHost(hostname).catch(() => [])
  if (addresses.length === 0) throw new LinkPreviewError('unreachable')
  return addresses
}
