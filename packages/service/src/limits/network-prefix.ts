import { isIPv6 } from 'node:net'

/**
 * What counts as one address where attempts are counted: an IPv4 address as it is, of an IPv6 address the /64 that a
 * household or a machine has to itself, because its other half costs nothing to change.
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
