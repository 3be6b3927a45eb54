import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth } from './fixtures.ts'

const wrong = { email: 'ann', password: 'wrong horse' }
const right = { email: 'ann', password: ann.password }

describe('failed sign-ins', () => {
  const auth = shareAcrossTests(async () => {
    const started = await openAuth({ isThrottled: true })
    await started.register()
    return started
  })

  it('are limited to five in 15 minutes for a name and an address; then even the correct password is refused', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    const responses = await Promise.all(Array.from({ length: 8 }, () => login(wrong)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await login(right)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBe(900)
    expect((await login(right, '203.0.113.8')).status).toBe(200)
    expect((await login({ ...right, email: 'other' })).status).toBe(401)
    advance(15 * 60_000)
    expect((await login(right)).status).toBe(200)
  })

  it('are limited to fifty for a name from all addresses; successes are not counted', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 0; n < 12; n++) expect((await login(right)).status).toBe(200)
    const addresses = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`)
    for (const address of addresses) await Promise.all(Array.from({ length: 5 }, () => login(wrong, address)))
    expect((await login(right, '198.51.100.99')).status).toBe(429)
  })

  it('are counted by the /64 network of an IPv6 address', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 1; n <= 5; n++) await login(wrong, `2001:db8:1:2::${n}`)
    expect((await login(right, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await login(right, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('are counted by the address that the gateway saw, not by a forged one', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 1; n <= 5; n++) await login(wrong, `10.0.0.${n}, 192.0.2.1`)
    expect((await login(right, '10.0.0.99, 192.0.2.1')).status).toBe(429)
  })
})

describe('registrations', () => {
  const auth = shareAcrossTests(() => openAuth({ isThrottled: true }))
  const numbered = (n: number) => ({ username: `member${n}`, email: `member${n}@example.org` })

  it('are limited to ten an hour for an address; refused ones are not counted', async () => {
    const { register, advance } = await auth()
    await register(numbered(0))
    for (let n = 0; n < 10; n++) expect((await register(numbered(0))).status).toBe(409)
    for (let n = 1; n < 10; n++) expect((await register(numbered(n))).status).toBe(201)
    const refused = await register(numbered(10))
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    expect((await register(numbered(10)).set('X-Forwarded-For', '203.0.113.8')).status).toBe(201)
    advance(3_600_000)
    expect((await register(numbered(11))).status).toBe(201)
  })

  it('is limited to sixty attempts per hour, against the probing of usernames', async () => {
    const { register, advance } = await auth()
    advance(3_600_000)
    const attempt = () => register({ ...numbered(0), dryRun: true })
    const tries: Awaited<ReturnType<typeof attempt>>[] = []
    // in batches, the last of which crosses the limit: on a busy machine a single batch would wait too long for connections
    for (const together of [20, 20, 22]) tries.push(...(await Promise.all(Array.from({ length: together }, attempt))))
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(60)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('hashing', () => {
  it('refuses calls beyond its queue immediately, without counting them as failures', async () => {
    await using auth = await openAuth()
    await auth.register()
    const responses = await Promise.all(Array.from({ length: 60 }, () => auth.login(right)))
    const of = (status: number) => responses.filter((response) => response.status === status)
    expect(of(200).length + of(429).length).toBe(60)
    expect(of(200).length).toBeGreaterThanOrEqual(34)
    for (const { headers } of of(429)) expect(headers['retry-after']).toBe('1')
  })
})
