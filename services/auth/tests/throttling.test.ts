import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { readAuthConfig, readAuthLimits } from '../src/config.ts'
import { DEFAULT_AUTH_LIMITS } from '../src/sign-in/throttle-limits.ts'
import { ann, openAuth, readCookie } from './fixtures.ts'

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

describe('failed sign-ins to one account', () => {
  const auth = shareAcrossTests(async () => {
    const started = await openAuth({ isThrottled: true })
    await started.register()
    return started
  })

  it('are counted together for its username and its e-mail address', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (const email of ['ann', 'ANN', 'ann@example.org', 'Ann@Example.ORG', ' ann '])
      expect((await login({ ...wrong, email })).status).toBe(401)
    for (const email of ['ann', 'ann@example.org'])
      expect(await login({ ...right, email })).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })

  it('get the same responses as those with an unknown name, also over the limit', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    const tryOut = async (email: string) => {
      const responses = []
      for (let n = 0; n < 6; n++) responses.push(await login({ ...wrong, email }))
      return responses.map(({ status, body, headers }) => ({
        status,
        body: { ...body, requestId: '' },
        names: Object.keys(headers).toSorted(),
        retryAfter: headers['retry-after'],
      }))
    }
    const known = await tryOut('ann')
    expect(known.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await tryOut('nobody.here')).toEqual(known)
    expect(await tryOut('nobody@example.org')).toEqual(known)
  })

  it('with an unknown name are counted by the name without its case', async () => {
    const { login, advance } = await auth()
    advance(15 * 60_000)
    for (const email of [
      'who@example.org',
      'WHO@example.org',
      'Who@Example.org',
      ' who@example.org',
      'who@EXAMPLE.org',
    ])
      expect((await login({ ...wrong, email })).status).toBe(401)
    expect((await login({ ...wrong, email: 'who@example.org' })).status).toBe(429)
  })
})

describe('one password that is tried with many names', () => {
  it('is refused after the limit of its network; successful sign-ins are not counted', async () => {
    await using auth = await openAuth({ isThrottled: true, limits: { failedSignInsPerNetwork: 4 } })
    const { register, login, advance } = auth
    await register()
    for (let n = 0; n < 6; n++) expect((await login(right, '192.0.2.1')).status).toBe(200)
    for (const email of ['ann', 'ben', 'carol@example.org', 'dan'])
      expect((await login({ ...wrong, email }, '192.0.2.1')).status).toBe(401)
    const refused = await login({ ...wrong, email: 'eve' }, '192.0.2.1')
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '900' },
      body: { code: 'too_many_requests' },
    })
    expect((await login(right, '192.0.2.1')).status).toBe(429)
    expect((await login(right, '192.0.2.2')).status).toBe(200)
    advance(15 * 60_000)
    expect((await login(right, '192.0.2.1')).status).toBe(200)
  })

  it('is counted exactly when the names are tried at the same time', async () => {
    await using auth = await openAuth({ isThrottled: true, limits: { failedSignInsPerNetwork: 4 } })
    const names = Array.from({ length: 10 }, (_, n) => `nobody${n}`)
    const responses = await Promise.all(names.map((email) => auth.login({ ...wrong, email })))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(4)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(6)
  })
})

describe('a device that has signed in before', () => {
  const limits = { failedSignInsPerAccount: 4, failedSignInsPerNetwork: 8, failedSignInsPerDevice: 2 }
  const HOME = '192.0.2.1'

  /** Opens auth with Ann on a known device, and lets strangers use up all limits of her account and of her network. */
  async function openLockedOut() {
    const auth = await openAuth({ isThrottled: true, limits })
    const deviceCookie = readCookie(await auth.register(), 'device')
    const loginOnDevice = (body: typeof right, cookie = deviceCookie) => auth.login(body, HOME).set('Cookie', cookie)
    const failAsStranger = () => auth.login(wrong, '198.51.100.7')
    const lockOut = async () => {
      for (let n = 0; n < limits.failedSignInsPerAccount; n++) await failAsStranger()
      for (let n = 0; n < limits.failedSignInsPerNetwork; n++) await auth.login({ ...wrong, email: `nobody${n}` }, HOME)
      expect((await auth.login(right, HOME)).status).toBe(429)
      expect((await auth.login(right, '203.0.113.99')).status).toBe(429)
    }
    return { ...auth, deviceCookie, loginOnDevice, lockOut }
  }

  it('can sign in although the failures of strangers have locked the account and the network', async () => {
    await using auth = await openLockedOut()
    await auth.lockOut()
    const response = await auth.loginOnDevice(right)
    expect(response.status).toBe(200)
    expect(readCookie(response, 'device')).toBe(auth.deviceCookie)
    expect((await auth.loginOnDevice({ ...right, email: ann.email })).status).toBe(200)
  })

  it('has a limit of its own, which does not lock other devices', async () => {
    await using auth = await openLockedOut()
    for (let n = 0; n < limits.failedSignInsPerDevice; n++) expect((await auth.loginOnDevice(wrong)).status).toBe(401)
    const refused = await auth.loginOnDevice(right)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    expect((await auth.login(right, HOME)).status).toBe(200)
    auth.advance(15 * 60_000)
    expect((await auth.loginOnDevice(right)).status).toBe(200)
  })

  it('is known to the accounts that have signed in on it, and to no other', async () => {
    await using auth = await openLockedOut()
    const ben = { username: 'ben', email: 'ben@example.org' }
    const bensCookie = readCookie(await auth.register(ben), 'device')
    await auth.lockOut()
    expect((await auth.loginOnDevice(right, bensCookie)).status).toBe(429)
    expect((await auth.loginOnDevice(right, `${auth.deviceCookie.slice(0, -1)}_`)).status).toBe(429)
    expect((await auth.loginOnDevice(right, 'meadow-device-5000=x')).status).toBe(429)
    auth.advance(15 * 60_000)
    expect(readCookie(await auth.loginOnDevice(right, bensCookie), 'device')).toBe(bensCookie)
    await auth.lockOut()
    expect((await auth.loginOnDevice(right, bensCookie)).status).toBe(200)
    expect((await auth.loginOnDevice({ ...right, email: 'ben' }, bensCookie)).status).toBe(200)
  })

  it('gets an id of auth instead of one that auth has not issued, and is forgotten after 400 days', async () => {
    await using auth = await openLockedOut()
    const planted = `meadow-device-5000=${'p'.repeat(43)}`
    expect(readCookie(await auth.loginOnDevice(right, planted), 'device')).not.toBe(planted)
    auth.advance(400 * 86_400_000)
    await auth.lockOut()
    expect((await auth.loginOnDevice(right)).status).toBe(429)
  })

  it('has a cookie that scripts cannot read, and the store has only its hash', async () => {
    await using auth = await openLockedOut()
    const response = await auth.login(right, HOME)
    const [, header] = response.get('Set-Cookie') ?? []
    expect(header).toMatch(
      /^meadow-device-5000=[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    )
    const { rows } = await auth.pool.query("select encode(id_hash, 'escape') as hash from known_devices")
    const id = readCookie(response, 'device').split('=')[1] ?? ''
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(readCookie(await auth.login(wrong, HOME), 'device')).toBe('')
  })
})

describe('the limits', () => {
  const engines = { STORE_URL: 'postgres://a', BUS_URL: 'postgres://a', STATE_URL: 'postgres://a' }

  it('are read from the environment', () => {
    expect(readAuthLimits(readAuthConfig(engines))).toEqual(DEFAULT_AUTH_LIMITS)
    const variables = {
      FAILED_SIGN_INS_PER_ACCOUNT_AND_NETWORK: '1',
      FAILED_SIGN_INS_PER_ACCOUNT: '2',
      FAILED_SIGN_INS_PER_NETWORK: '3',
      FAILED_SIGN_INS_PER_DEVICE: '4',
      SIGN_INS_PER_HOUR: '5',
      WRONG_PASSWORDS_PER_SESSION: '6',
      WRONG_SECOND_FACTORS_PER_ACCOUNT: '13',
      REGISTRATIONS_PER_HOUR: '7',
      REGISTRATION_ATTEMPTS_PER_HOUR: '8',
      MAIL_REQUESTS_PER_NETWORK: '9',
      MAIL_REQUESTS_PER_ADDRESS: '10',
      MAIL_LINKS_PER_HOUR: '11',
      OAUTH_SIGN_INS_PER_HOUR: '12',
      PASSKEY_SIGN_INS_PER_HOUR: '14',
    }
    expect(Object.values(readAuthLimits(readAuthConfig({ ...engines, ...variables })))).toEqual([
      1, 2, 3, 4, 5, 6, 13, 7, 8, 9, 10, 11, 12, 14,
    ])
    expect(() => readAuthConfig({ ...engines, FAILED_SIGN_INS_PER_NETWORK: '0' })).toThrow(
      /FAILED_SIGN_INS_PER_NETWORK/,
    )
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
