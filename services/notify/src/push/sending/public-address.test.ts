import { describe, expect, it } from '@jest/globals'
import { isPublicAddress } from './public-address.ts'

describe('an address', () => {
  it.each(['142.250.74.10', '1.1.1.1', '172.15.255.255', '172.32.0.0', '2a00:1450:4001:82b::200a', '2606:4700::1111'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::10.0.0.1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
    '0x7f000001',
    '2130706433',
  ])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
