import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { listNetworkUrls, toHealthCheckUrl, toLocalUrl } from '../src/network-urls.ts'

const anAddress = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo

const INTERFACES = {
  lo: [anAddress('127.0.0.1', true), anAddress('::1', true)],
  eth0: [anAddress('192.168.1.5'), anAddress('fd00::5'), anAddress('fe80::5')],
  wifi: [anAddress('10.0.0.9')],
}

describe('the addresses of a start', () => {
  it.each([
    { host: '127.0.0.1', local: 'http://localhost:5000', healthCheck: 'http://127.0.0.1:5000', network: [] },
    {
      host: '127.0.0.2',
      local: 'http://127.0.0.2:5000',
      healthCheck: 'http://127.0.0.2:5000',
      network: [],
    },
    { host: '::1', local: 'http://localhost:5000', healthCheck: 'http://[::1]:5000', network: [] },
    {
      host: '0.0.0.0',
      local: 'http://localhost:5000',
      healthCheck: 'http://127.0.0.1:5000',
      network: ['http://192.168.1.5:5000', 'http://10.0.0.9:5000'],
    },
    {
      host: '::',
      local: 'http://localhost:5000',
      healthCheck: 'http://127.0.0.1:5000',
      network: ['http://192.168.1.5:5000', 'http://[fd00::5]:5000', 'http://10.0.0.9:5000'],
    },
    {
      host: '192.168.1.5',
      local: 'http://192.168.1.5:5000',
      healthCheck: 'http://192.168.1.5:5000',
      network: ['http://192.168.1.5:5000'],
    },
  ])('are those of the interfaces that listen on $host', ({ host, local, healthCheck, network }) => {
    expect(toLocalUrl(host, 5000)).toBe(local)
    expect(toHealthCheckUrl(host, 5000)).toBe(healthCheck)
    expect(listNetworkUrls(host, 5000, INTERFACES)).toEqual(network)
  })
})
