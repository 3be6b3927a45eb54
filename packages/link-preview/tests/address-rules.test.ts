import { describe, expect, it } from '@jest/globals'
import { type AddressRules, findAllowedAddresses, isPublicAddress } from '../src/network/address-rules.ts'

const PUBLIC = { address: '93.184.215.14', family: 4 }
const rulesFor = (...addresses: string[]): AddressRules => ({
  allowedHosts: ['wiki.intranet:8080'],
  resolveHost: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})
const find = (url: string, ...addresses: string[]) => findAllowedAddresses(new URL(url), rulesFor(...addresses))
const refused = { code: 'address_refused' }

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111'])('permits %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    ['link-local, with the metadata of clouds', '169.254.169.254', 'fe80::1', 'fec0::1', 'fd00:ec2::254'],
    ['shared (CGNAT)', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['this network, broadcast and multicast', '0.0.0.0', '0.1.2.3', '255.255.255.255', '224.0.0.1', 'ff02::1', '::'],
    ['reserved', '240.0.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ['translated', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::1', '2001:0:7f00:1::1', '100::1'],
    ['no address', 'localhost', '', '127.1', '0x7f000001'],
  ])('refuses addresses that are %s', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false])
  })
})

describe('findAllowedAddresses', () => {
  it('finds the addresses of a public name', async () => {
    expect(await find('https://example.com/', PUBLIC.address)).toEqual([PUBLIC])
  })

  it('connects to public addresses that are written as numbers', async () => {
    expect(await find('http://1.1.1.1/')).toEqual([{ address: '1.1.1.1', family: 4 }])
    expect(await find('http://[2606:4700:4700::1111]/')).toEqual([{ address: '2606:4700:4700::1111', family: 6 }])
  })

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/', // the URL parser knows the decimal, octal, hexadecimal and short forms
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses %s', async (url) => {
    await expect(find(url, PUBLIC.address)).rejects.toMatchObject(refused)
  })

  it.each([
    'https://example.com:8443/',
    'http://example.com:6379/',
    'https://member:secret@example.com/',
    'https://member@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
  ])('refuses %s, whatever the name resolves to', async (url) => {
    await expect(find(url, PUBLIC.address)).rejects.toMatchObject(refused)
  })

  it('refuses a name if one of its addresses is not public', async () => {
    await expect(find('https://example.com/', PUBLIC.address, '10.0.0.1')).rejects.toMatchObject(refused)
    await expect(find('https://localhost/', '127.0.0.1')).rejects.toMatchObject(refused)
    await expect(find('https://example.com/', '::ffff:10.0.0.1')).rejects.toMatchObject(refused)
  })

  it('finds no address of an unknown name', async () => {
    await expect(find('https://unknown.example/')).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('permits private addresses only for the hosts of the configuration, with their port', async () => {
    expect(await find('http://wiki.intranet:8080/', '10.0.0.1')).toEqual([{ address: '10.0.0.1', family: 4 }])
    await expect(find('http://wiki.intranet/', '10.0.0.1')).rejects.toMatchObject(refused)
    await expect(find('http://a.wiki.intranet:8080/', '10.0.0.1')).rejects.toMatchObject(refused)
  })
})
