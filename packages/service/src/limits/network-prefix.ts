import { isIPv6 } from 'node:net'

/**
 * Returns the key under which requests of one address are counted: an IPv4 address itself, or the /64 prefix of an IPv6
 * address. One household or machine owns a whole /64 and can change the other half at no cost.
 */
export function toNetworkPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [left = '', right] = plain.split('%', 1).join('').split('::')
  const head = left.split(':').filter((group) => group !== '')
  const tail = right?.split(':').filter((group) => group !== '') ?? []
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
