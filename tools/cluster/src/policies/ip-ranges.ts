import type { NetworkPolicyPeer } from '../cluster/resources.ts'

/** The IPv4 addresses whose first `bits` bits are those of `network`, in CIDR notation (RFC 4632). */
type Range = { network: bigint; bits: number }

/**
 * Returns the IPv4 ranges of an `ipBlock` without its exceptions. The pods of the cluster have IPv4 addresses only, so a block
 * of IPv6 addresses has none.
 */
export function toIpv4Ranges({ cidr, except = [] }: NonNullable<NetworkPolicyPeer['ipBlock']>): string[] {
  if (cidr.includes(':')) return []
  return except.length === 0 ? [cidr] : subtract(parseRange(cidr), except.map(parseRange)).map(formatRange)
}

/** Returns true if an IPv4 address is in a range; false if `cidr` is an address instead. */
export function isInRange(address: string, cidr: string): boolean {
  return cidr.includes('/') && includes(parseRange(cidr), parseRange(`${address}/32`))
}

/** Splits a range into halves until each is outside of all exceptions or inside of one. */
function subtract(range: Range, exceptions: readonly Range[]): Range[] {
  if (exceptions.some((exception) => includes(exception, range))) return []
  if (!exceptions.some((exception) => includes(range, exception))) return [range]
  const bits = range.bits + 1
  const halves = [range.network, range.network | (1n << BigInt(32 - bits))].map((network) => ({ network, bits }))
  return halves.flatMap((half) => subtract(half, exceptions))
}

/** Two ranges never overlap in part, so one that does not include the other is outside of it or inside. */
const includes = (outer: Range, inner: Range): boolean => {
  const shift = BigInt(32 - outer.bits)
  return outer.bits <= inner.bits && outer.network >> shift === inner.network >> shift
}

function parseRange(cidr: string): Range {
  const [address = '', bits] = cidr.split('/')
  return { network: address.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n), bits: Number(bits) }
}

const formatRange = ({ network, bits }: Range): string =>
  `${[24n, 16n, 8n, 0n].map((shift) => (network >> shift) & 255n).join('.')}/${bits}`
