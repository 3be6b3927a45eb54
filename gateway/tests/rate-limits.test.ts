import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestTokens } from '@meadow/testing'
import { createMinuteCounter } from '../src/minute-counter.ts'
import { startGateway } from './gateway-harness.ts'

const rateLimits = { memberCalls: 3, addressCalls: 2, addressRequests: 1_000, addressHandshakes: 1_000 }
const trustedProxies = ['127.0.0.1']

async function startLimited() {
  const time = { now: new Date('2026-03-02T12:00:20Z') }
  const tokens = createTestTokens({ now: () => time.now })
  const deps = { verifier: tokens.verifier, rateLimits, trustedProxies, now: () => time.now }
  const edge = await startGateway(deps)
  const requestPosts = (headers: Record<string, string>) => edge.request('/api/posts', { headers })
  return {
    edge,
    time,
    tokens,
    from: async (address: string) => (await requestPosts({ 'X-Forwarded-For': address })).status,
    by: (token: string, address = '1.1.1.1') =>
      requestPosts({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address }),
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  }
}

describe('a member', () => {
  it('is refused over the limit until the minute ends, from every address and with every token', async () => {
    await using limited = await startLimited()
    const { by, edge, time, tokens } = limited
    for (let n = 0; n < 3; n++) expect(await by(tokens.tokenFor(alice), `1.1.1.${n}`)).toMatchObject({ status: 200 })
    const refused = await by(tokens.tokenFor(alice), '1.1.1.9')
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '40' } })
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_requests' })
    expect(edge.received).toHaveLength(3)
    expect(await by(tokens.tokenFor(bob))).toMatchObject({ status: 200 })
    time.now = new Date('2026-03-02T12:01:00Z')
    expect(await by(tokens.tokenFor(alice))).toMatchObject({ status: 200 })
  })

  it('may load pages, pictures and the health report, and poll, beyond the limit of calls', async () => {
    await using limited = await startLimited()
    const headers = { Authorization: `Bearer ${limited.tokens.tokenFor(alice)}` }
    const poll = '/socket.io/?EIO=4&transport=polling'
    for (const path of ['/home', '/media/p/a/b', '/api/health', '/mf/feed/a.js', poll]) {
      for (let n = 0; n < 5; n++) expect(await limited.edge.request(path, { headers })).toMatchObject({ status: 200 })
    }
    expect(await limited.edge.request('/api/posts', { headers })).toMatchObject({ status: 200 })
  })
})

describe('a caller without a valid token', () => {
  it('is counted by address, IPv6 by /64', async () => {
    await using limited = await startLimited()
    expect([await limited.from('1.1.1.1'), await limited.from('1.1.1.1'), await limited.from('1.1.1.1')]).toEqual([
      200, 200, 429,
    ])
    expect(await limited.from('1.1.1.2')).toBe(200)
    const rotated = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:1::3', '2001:db8:0:1::3']
    const statuses: number[] = []
    for (const address of rotated) statuses.push(await limited.from(address))
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  it('is counted by address with an invalid token, which the service refuses', async () => {
    await using limited = await startLimited()
    const forged = createTestTokens().tokenFor(alice)
    const expired = limited.tokens.tokenFor(alice, { expiresAt: new Date('2026-03-02T11:00:00Z') })
    expect(await limited.by(forged)).toMatchObject({ status: 200 })
    expect(await limited.by(expired)).toMatchObject({ status: 200 })
    expect(await limited.by('nonsense')).toMatchObject({ status: 429 })
    expect(limited.edge.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${forged}`,
      `Bearer ${expired}`,
    ])
  })

  it('cannot avoid the limit by forged address headers', async () => {
    await using edge = await startGateway({ rateLimits, now: () => new Date('2026-03-02T12:00:20Z') })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const headers = { 'X-Forwarded-For': `1.1.1.${n}`, 'X-Real-IP': `1.1.1.${n}`, Forwarded: `for=1.1.1.${n}` }
      statuses.push((await edge.request('/api/posts', { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('the minute counter', () => {
  it('stores a limited number of keys and evicts the oldest', () => {
    const minutes = createMinuteCounter({ maxKeys: 2, now: () => new Date('2026-03-02T12:00:20Z') })
    const count = (key: string) => minutes.count(key).count
    expect([count('a'), count('a'), count('b'), count('c'), count('b'), count('a')]).toEqual([1, 2, 1, 1, 2, 1])
  })
})
