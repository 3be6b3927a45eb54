import { describe, expect, it } from '@jest/globals'
import { usingOnce } from '@meadow/testing'
import { ann, startAuth } from './given.ts'

const wrong = { email: 'ann', password: 'wrong horse' }
const right = { email: 'ann', password: ann.password }

describe('failed sign-ins', () => {
  const auth = usingOnce(async () => {
    const started = await startAuth({ isThrottled: true })
    await started.register()
    return started
  })

  it('are five in a quarter of an hour for a name and an address; then even the right password waits', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(wrong)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await login(right)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBe(900)
    expect((await login(right, '203.0.113.8')).status).toBe(200)
    expect((await login({ ...right, email: 'other' })).status).toBe(401)
    advance(15 * 60_000)
    expect((await login(right)).status).toBe(200)
  })

  it('are fifty for a name, from wherever; successes count nothing', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 0; n < 12; n++) expect((await login(right)).status).toBe(200)
    const addresses = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`)
    for (const address of addresses) await Promise.all(Array.from({ length: 5 }, () => login(wrong, address)))
    expect((await login(right, '198.51.100.99')).status).toBe(429)
  })

  it('count one household for what its router gives it', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 1; n <= 5; n++) await login(wrong, `2001:db8:1:2::${n}`)
    expect((await login(right, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await login(right, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('are told by the address that the gateway saw, whatever is claimed before it', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (let n = 1; n <= 5; n++) await login(wrong, `10.0.0.${n}, 192.0.2.1`)
    expect((await login(right, '10.0.0.99, 192.0.2.1')).status).toBe(429)
  })
})

describe('registrations', () => {
  const auth = usingOnce(() => startAuth({ isThrottled: true }))
  const numbered = (n: number) => ({ username: `member${n}`, email: `member${n}@example.org` })

  it('are ten an hour for an address; what was refused does not count', async () => {
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

  it('can be tried sixty times an hour, so that nobody asks for all names', async () => {
    const { register, advance } = await auth()
    advance(3_600_000)
    const attempt = () => register({ ...numbered(0), dryRun: true })
    const tries: Awaited<ReturnType<typeof attempt>>[] = []
    // the last of them, which cross the limit, at once; of all at once, some would wait too long for a connection when busy
    for (const together of [20, 20, 22]) tries.push(...(await Promise.all(Array.from({ length: together }, attempt))))
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(60)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('hashing', () => {
  it('refuses more than it can queue, quickly and without counting it as failures', async () => {
    await using auth = await startAuth()
    await auth.register()
    const answers = await Promise.all(Array.from({ length: 60 }, () => auth.login(right)))
    const of = (status: number) => answers.filter((answer) => answer.status === status)
    expect(of(200).length + of(429).length).toBe(60)
    expect(of(200).length).toBeGreaterThanOrEqual(34)
    for (const { headers } of of(429)) expect(headers['retry-after']).toBe('1')
  })
})
