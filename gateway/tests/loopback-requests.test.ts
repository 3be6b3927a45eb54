import { describe, expect, it } from '@jest/globals'
import { LOOPBACK_REQUEST_HEADER } from '@meadow/service'
import { comesFromThisMachine } from '../src/loopback-request.ts'
import { startGateway } from './gateway-harness.ts'

/** Returns the mark that auth receives with a request of these headers. */
async function readMark(headers: Record<string, string>, overrides: Parameters<typeof startGateway>[0] = {}) {
  await using edge = await startGateway(overrides)
  await edge.request('/api/auth/demo-accounts', { headers })
  return edge.received[0]?.headers[LOOPBACK_REQUEST_HEADER]
}

describe('a request of this machine', () => {
  it.each(['localhost:5000', 'LOCALHOST', 'meadow.localhost', '127.0.0.1:5000', '127.9.9.9', '[::1]:5000'])(
    'is marked for services: %s',
    async (Host) => {
      expect(await readMark({ Host })).toBe('1')
    },
  )

  it.each(['192.168.1.5:5000', '10.0.0.4', '[fe80::1]:5000', 'meadow.local', '[::ffff:192.168.1.5]'])(
    'is not one for another host: %s',
    async (Host) => {
      expect(await readMark({ Host })).toBeUndefined()
    },
  )

  it.each([
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-Host': 'localhost:5000' },
    { Forwarded: 'for=127.0.0.1' },
    { Via: '1.1 tunnel' },
    { 'X-Real-IP': '127.0.0.1' },
  ])('is not one with a header of a proxy: %j', async (header) => {
    const headers = { Host: 'localhost:5000', ...header }
    expect(await readMark(headers as Record<string, string>)).toBeUndefined()
    const trusted = { trustedProxies: ['127.0.0.0/8'] }
    expect(await readMark(headers as Record<string, string>, trusted)).toBeUndefined()
  })

  it.each(['192.168.1.9', '::ffff:192.168.1.9', ''])('is not one from another address: %s', (remoteAddress) => {
    const request = { headers: { host: 'localhost:5000' }, socket: { remoteAddress } }
    expect(comesFromThisMachine(request as Parameters<typeof comesFromThisMachine>[0])).toBe(false)
  })

  it('cannot be claimed by the caller', async () => {
    const claim = { [LOOPBACK_REQUEST_HEADER]: '1' }
    expect(await readMark({ Host: '192.168.1.5', ...claim })).toBeUndefined()
    expect(await readMark({ Host: 'localhost', Via: '1.1 tunnel', ...claim })).toBeUndefined()
    expect(await readMark({ Host: 'localhost', Connection: LOOPBACK_REQUEST_HEADER })).toBe('1')
  })

  it('does not exist with PUBLIC_URL', async () => {
    const publicUrl = 'http://localhost:5000'
    expect(await readMark({ Host: 'localhost:5000' }, { publicUrl })).toBeUndefined()
  })
})
