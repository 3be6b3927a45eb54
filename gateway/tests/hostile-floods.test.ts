import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { alice, createSecurityEventLog, createTestTokens, eventually } from '@meadow/testing'
import type { RateLimits } from '../src/rate-limits.ts'
import { startGateway } from './gateway-harness.ts'

const POLL = '/socket.io/?EIO=4&transport=polling'
const UPGRADE = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
const now = () => new Date('2026-03-02T12:00:20Z')

async function startLimited(limits: Partial<RateLimits>) {
  const rateLimits = {
    memberCalls: 1_000,
    addressCalls: 1_000,
    addressRequests: 1_000,
    addressHandshakes: 1_000,
    ...limits,
  }
  const { log, securityEvents } = createSecurityEventLog()
  const tokens = createTestTokens({ now })
  const deps = { rateLimits, log, now, verifier: tokens.verifier, trustedProxies: ['127.0.0.1'] }
  const edge = await startGateway(deps)
  return { edge, tokens, securityEvents, [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose]() }
}

describe('a flood of requests from one address', () => {
  it.each([
    ['pages', '/home', 'GET'],
    ['files', '/mf/feed/a.js', 'GET'],
    ['pictures', '/media/p/a/b', 'GET'],
    ['documents', '/api/docs', 'GET'],
    ['health reports', '/api/health', 'GET'],
    ['unknown paths', '/api/nothing', 'GET'],
    ['ambiguous paths', '/a/..%2fb', 'GET'],
    ['unknown methods', '/home', 'TRACE'],
    ['polls', `${POLL}&sid=a`, 'GET'],
  ])('is refused over the limit: %s', async (_what, path, method) => {
    await using limited = await startLimited({ addressRequests: 2 })
    const send = async (address: string) =>
      (await limited.edge.request(path, { method, headers: { 'X-Forwarded-For': address } })).status
    for (let n = 0; n < 2; n++) expect(await send('203.0.113.1')).not.toBe(429)
    expect(await send('203.0.113.1')).toBe(429)
    expect(await send('203.0.113.2')).not.toBe(429)
  })

  it('is reported once a minute', async () => {
    await using limited = await startLimited({ addressRequests: 2 })
    const headers = { 'X-Forwarded-For': '2001:db8::1' }
    for (let n = 0; n < 9; n++) await limited.edge.request('/home', { headers })
    const network = '2001:db8:0:0'
    expect(limited.securityEvents).toEqual([
      { event: 'gateway.request_throttled', reason: 'network_requests', network },
    ])
  })

  it('is reported with the member whose calls are over the limit', async () => {
    await using limited = await startLimited({ memberCalls: 1 })
    const headers = { Authorization: `Bearer ${limited.tokens.tokenFor(alice)}`, 'X-Forwarded-For': '203.0.113.1' }
    for (let n = 0; n < 3; n++) await limited.edge.request('/api/posts', { headers })
    const event = {
      event: 'gateway.request_throttled',
      reason: 'member_calls',
      actor: alice._id,
      network: '203.0.113.1',
    }
    expect(limited.securityEvents).toEqual([event])
  })
})

describe('a flood of sockets from one address', () => {
  it('is refused over the limit, by polls and by upgrades', async () => {
    await using limited = await startLimited({ addressHandshakes: 2 })
    const poll = async (path: string, headers = {}) => (await limited.edge.request(path, { headers })).status
    expect([await poll(POLL), await poll(POLL)]).toEqual([200, 200])
    expect(await poll(POLL)).toBe(429)
    expect(await poll('/socket.io/?EIO=4&transport=websocket', UPGRADE)).toBe(429)
    for (const query of ['&sid=', '&sid', '&sid=&sid=a', '&sid=a&sid=a', '&sid=a%20b'])
      expect([query, await poll(`${POLL}${query}`)]).toEqual([query, 429])
    expect(await poll('/socket.io/?EIO=4&transport=websocket&sid=a', UPGRADE)).toBe(429)
    expect(await poll(`${POLL}&sid=a`)).toBe(200)
    expect(await poll('/home')).toBe(200)
    const event = { event: 'gateway.request_throttled', reason: 'network_handshakes', network: '127.0.0.1' }
    expect(limited.securityEvents).toEqual([event])
  })
})

describe('a flood of connections', () => {
  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const isServed = async (socket: Socket): Promise<boolean> => {
    socket.write('GET /home HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    return (await text(socket).catch(() => '')).startsWith('HTTP/1.1 200 ')
  }

  it('is closed over the limit of its address, and reported', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    await using edge = await startGateway({ log, connectionLimits: { total: 100, perAddress: 2 } })
    const [first, second] = [await open(edge.port), await open(edge.port)]
    expect(await isServed(await open(edge.port))).toBe(false)
    const event = { event: 'gateway.connection_refused', reason: 'network', network: '127.0.0.1' }
    expect(securityEvents).toEqual([event])
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    await eventually(async () => expect(await isServed(await open(edge.port))).toBe(true))
  })

  it('is closed over the limit in all, also behind a trusted proxy', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    const connectionLimits = { total: 2, perAddress: 1 }
    await using edge = await startGateway({ log, connectionLimits, trustedProxies: ['127.0.0.1'] })
    const [first, second] = [await open(edge.port), await open(edge.port)]
    expect(await isServed(await open(edge.port))).toBe(false)
    expect(securityEvents).toMatchObject([{ event: 'gateway.connection_refused', reason: 'total' }])
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
  })
})
