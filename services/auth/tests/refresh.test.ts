import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { openAuth, readCookie, toBearerHeader } from './fixtures.ts'

const HOUR = 3_600_000

describe('POST /auth/refresh', () => {
  const auth = shareAcrossTests(openAuth)
  let memberCount = 0
  const signedUp = async (change = {}) => {
    const started = await auth()
    const username = `member${++memberCount}`
    const response = await started.register({ username, email: `${username}@example.org`, ...change })
    return { ...started, cookie: readCookie(response), user: response.body.user }
  }

  it('exchanges the cookie for an access token, the user and the next cookie', async () => {
    const { refresh, me, cookie, user, advance } = await signedUp()
    advance(HOUR)
    const response = await refresh(cookie)
    expect(response).toMatchObject({ status: 200, body: { user } })
    expect((await me(response.body.token)).body).toEqual(user)
    expect(readCookie(response)).not.toBe(cookie)
    advance(HOUR)
    expect((await refresh(readCookie(response))).status).toBe(200)
  })

  it('keeps the kind of cookie: a session cookie, or one of 30 days', async () => {
    const forgotten = await signedUp()
    const remembered = await signedUp({ remember: true })
    const attributesOf = async (of: typeof forgotten) => (await of.refresh(of.cookie)).get('Set-Cookie')?.[0]
    expect(await attributesOf(forgotten)).not.toContain('Max-Age')
    expect(await attributesOf(remembered)).toContain('Max-Age=2592000')
  })

  it('returns the same successor to parallel calls', async () => {
    const { refresh, cookie } = await signedUp()
    const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(cookie)))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(responses.map((response) => readCookie(response))).size).toBe(1)
  })

  it('returns the same successor for the previous token for 30 seconds', async () => {
    const { refresh, cookie, advance } = await signedUp()
    const first = await refresh(cookie)
    advance(30_000)
    const again = await refresh(cookie)
    expect(readCookie(again)).toBe(readCookie(first))
    expect((await refresh(readCookie(first))).status).toBe(200)
  })

  it('ends the session if the previous token is used later, because it was stolen', async () => {
    const { refresh, me, cookie, advance, publishedEvents, user } = await signedUp()
    const first = await refresh(cookie)
    advance(30_001)
    expect(await refresh(cookie)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect(await refresh(readCookie(first))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await me(first.body.token)).status).toBe(401)
    expect((await publishedEvents()).at(-1)).toMatchObject({ type: 'session.ended', subject: user._id })
  })

  it('ends the session immediately for a token older than the previous one', async () => {
    const { refresh, cookie } = await signedUp()
    const second = readCookie(await refresh(cookie))
    const third = readCookie(await refresh(second))
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(third)).status).toBe(401)
  })

  it('keeps the session for a token that was never issued', async () => {
    const { refresh, cookie } = await signedUp()
    const [id, token = '', seal] = cookie.split('.')
    const forged = [id, token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), seal].join('.')
    expect(await refresh(forged)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await refresh(cookie)).status).toBe(200)
  })

  it.each([
    ['a day without remember', false, 24 * HOUR],
    ['30 days with it', true, 30 * 24 * HOUR],
  ])('lasts %s', async (_what, remember, life) => {
    const { refresh, cookie, advance } = await signedUp({ remember })
    advance(life - 1)
    const again = await refresh(cookie)
    expect(again.status).toBe(200)
    advance(life)
    expect(await refresh(readCookie(again))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })

  it('ends a session at its maximal age, however often it is refreshed', async () => {
    await using limited = await openAuth({ maxSessionDays: 40 })
    const { advance, call, refresh, register } = limited
    const day = 24 * HOUR
    let response = await register({ remember: true })
    for (const days of [20, 19]) {
      advance(days * day)
      response = await refresh(readCookie(response))
      expect(response.status).toBe(200)
    }
    advance(day)
    expect(await refresh(readCookie(response))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    const again = await limited.login({ email: 'ann', password: 'correct horse' })
    const listed = await call().get('/auth/sessions').set(toBearerHeader(again.body.token))
    expect(listed.body.sessions).toHaveLength(1)
  })

  it('requires the cookie', async () => {
    const { call, refresh } = await auth()
    expect(await call().post('/auth/refresh')).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    for (const value of ['', 'x', '../..', '%00', 'a'.repeat(4_000)]) {
      const response = await refresh(`meadow-refresh-5000=${value}`)
      expect(response.status).toBe(401)
    }
  })

  it('refuses requests from other sites without rotating the token', async () => {
    const { call, refresh, cookie } = await signedUp()
    const from = (headers: Record<string, string>) => call().post('/auth/refresh').set('Cookie', cookie).set(headers)
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      { Origin: 'http://127.0.0.1:3000', 'X-Forwarded-Host': '127.0.0.1:5000' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ])
      expect(await from(headers)).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
    const own = await from({ Origin: 'http://localhost:5000', 'X-Forwarded-Host': 'localhost:5000' })
    expect(own.status).toBe(200)
    expect(readCookie(own)).toBe(readCookie(await refresh(cookie)))
  })
})

describe('with PUBLIC_URL', () => {
  const auth = shareAcrossTests(() => openAuth({ publicUrl: 'https://meadow.example/' }))

  it('the cookie is secure and only that origin can use it', async () => {
    const { register, call } = await auth()
    const response = await register()
    const cookie = readCookie(response)
    expect(cookie).toMatch(/^__Secure-meadow-refresh-443=/)
    expect(response.get('Set-Cookie')?.[0]).toContain('; Secure')
    const from = (origin: string) => call().post('/auth/refresh').set({ Cookie: cookie, Origin: origin })
    expect((await from('http://localhost:5000')).status).toBe(403)
    expect((await from('https://meadow.example.evil.example')).status).toBe(403)
    expect((await from('https://meadow.example')).status).toBe(200)
  })
})

describe('without PUBLIC_URL', () => {
  const auth = shareAcrossTests(openAuth)

  it('two installations on one machine have separate cookies', async () => {
    const { call, register } = await auth()
    await register()
    const signIn = (host: string) =>
      call().post('/auth/login').set('X-Forwarded-Host', host).send({ email: 'ann', password: 'correct horse' })
    expect(readCookie(await signIn('localhost:5001'))).toMatch(/^meadow-refresh-5001=/)
    expect(readCookie(await signIn('192.168.1.7'))).toMatch(/^meadow-refresh-80=/)
  })
})
