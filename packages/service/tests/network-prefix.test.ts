import { describe, expect, it } from '@jest/globals'
import { toNetworkPrefix } from '../src/index.ts'

describe('toNetworkPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s -> %s', (address, network) => {
    expect(toNetworkPrefix(address)).toBe(network)
  })
})
