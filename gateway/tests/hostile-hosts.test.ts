import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog } from '@meadow/testing'
import { startGateway } from './gateway-harness.ts'

const PRIVATE_HOSTS = [
  'localhost',
  'localhost:5000',
  'LOCALHOST:5000',
  'meadow.localhost',
  'kitchen.local:5000',
  '127.0.0.1:5000',
  '127.9.9.9',
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.7:5000',
  '169.254.1.1',
  '[::1]:5000',
  '[fd12:3456::1]',
  '[fe80::1]:5000',
  '[::ffff:192.168.1.7]',
]

const PUBLIC_HOSTS = [
  'rebound.example',
  'localhost.rebound.example',
  'localhost.example:5000',
  'notlocalhost',
  'xlocal',
  'nas',
  '192.168.1.7.rebound.example',
  '127.0.0.1.nip.io',
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '0.0.0.0',
  '100.64.0.1',
  '[2001:db8::1]',
  '[::ffff:8.8.8.8]',
  '[::]',
]

describe('without PUBLIC_URL', () => {
  it.each(PRIVATE_HOSTS)('a host of this machine or a private network is served: %s', async (Host) => {
    await using edge = await startGateway()
    expect(await edge.request('/home', { headers: { Host } })).toMatchObject({ status: 200 })
  })

  it.each(PUBLIC_HOSTS)('another host is refused, so that DNS rebinding reaches nothing: %s', async (Host) => {
    const { log, securityEvents } = createSecurityEventLog()
    await using edge = await startGateway({ log })
    for (const path of ['/home', '/api/posts', '/api/docs', '/socket.io/?EIO=4&transport=polling']) {
      const { status, body } = await edge.request(path, { headers: { Host } })
      expect({ path, status, code: JSON.parse(body).code }).toEqual({ path, status: 421, code: 'host_not_served' })
      expect(JSON.parse(body).error).toContain('set PUBLIC_URL')
    }
    expect(edge.received).toEqual([])
    expect(securityEvents).toEqual([{ event: 'gateway.host_refused', network: '127.0.0.1' }])
  })

  it('the host that a trusted proxy forwards is checked', async () => {
    await using edge = await startGateway({ trustedProxies: ['127.0.0.1'] })
    const headers = { Host: 'localhost', 'X-Forwarded-Host': 'rebound.example' }
    expect(await edge.request('/home', { headers })).toMatchObject({ status: 421 })
  })
})
