import { BlockList, isIP } from 'node:net'

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** Returns true for an IP address of the list, without brackets and port. Names are in no list. */
export const isAddressIn = (addresses: BlockList, text: string): boolean =>
  isIP(text) !== 0 && addresses.check(text, isIP(text) === 6 ? 'ipv6' : 'ipv4')

/** Returns true for an IP address of this machine, in 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean => isAddressIn(loopbackAddresses, text)
