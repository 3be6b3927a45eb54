import { describe, expect, it } from '@jest/globals'
import { createVerifier, openTrustStore } from '@meadow/service'
import { testLog, usingOnce } from '@meadow/testing'
import request from 'supertest'
import { bearer, cookieOf, sidOf, startAuth, until } from './given.ts'

const auth = usingOnce(startAuth)
let people = 0
const signedUp = async () => {
  const started = await auth()
  const username = `member${++people}`
  const answer = await started.register({ username, email: `${username}@example.org` })
  const { token, user } = answer.body as { token: string; user: { _id: string } }
  return { ...started, cookie: cookieOf(answer), token, user }
}

describe('POST /auth/logout', () => {
  it('ends the session of the token, takes the cookie back and announces it once', async () => {
    const { call, me, refresh, published, token, cookie, user } = await signedUp()
    const answer = await call().post('/auth/logout').set(bearer(token))
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(answer.get('Set-Cookie')?.[0]).toMatch(/^meadow-refresh-5000=; Max-Age=0; Path=\/api\/auth/)
    expect(await me(token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await refresh(cookie)).status).toBe(401)
    await call().post('/auth/logout').set('Cookie', cookie)
    const ends = (await published()).filter(({ type, subject }) => type === 'session.ended' && subject === user._id)
    expect(ends).toHaveLength(1)
  })

  it('ends the session of the cookie when the token has expired, even by an older cookie', async () => {
    const { call, refresh, token, cookie, advance } = await signedUp()
    const next = cookieOf(await refresh(cookie))
    advance(16 * 60_000)
    expect((await call().post('/auth/logout').set(bearer(token)).set('Cookie', cookie)).status).toBe(200)
    expect((await refresh(next)).status).toBe(401)
  })

  it('answers well when there is nothing to end', async () => {
    const { call } = await auth()
    expect((await call().post('/auth/logout')).body).toEqual({ ok: true })
    expect(
      (await call().post('/auth/logout').set(bearer('nonsense')).set('Cookie', 'meadow-refresh-5000=x')).status,
    ).toBe(200)
  })

  it('is refused for other sites', async () => {
    const { call, refresh, cookie } = await signedUp()
    const answer = await call().post('/auth/logout').set('Cookie', cookie).set('Origin', 'http://localhost:3000')
    expect(answer).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('an ended session', () => {
  it('is refused by every other verifier as soon as the bell rings, and by one that starts later', async () => {
    const { call, another, service, state, now, token } = await signedUp()
    const { port } = await service.start(0, '127.0.0.1')
    const given = { authUrl: `http://127.0.0.1:${port}`, state, log: testLog, now }
    await using trust = await openTrustStore(given)
    const elsewhere = createVerifier({ ...trust, now })
    const second = request((await another()).app)
    expect(await elsewhere.verify(token)).toMatchObject({ username: expect.stringContaining('member') })
    expect((await second.get('/auth/me').set(bearer(token))).status).toBe(200)

    await call().post('/auth/logout').set(bearer(token))
    await until(async () => {
      const verified = await elsewhere.verify(token).catch(() => undefined)
      return verified === undefined && (await second.get('/auth/me').set(bearer(token))).status === 401
    })

    await using later = await openTrustStore(given)
    await expect(createVerifier({ ...later, now }).verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    const third = request((await another()).app)
    expect((await third.get('/auth/me').set(bearer(token))).status).toBe(401)
  })

  it('is listed for as long as a token of it may live', async () => {
    const { call, token, advance } = await signedUp()
    await call().post('/auth/logout').set(bearer(token))
    const listed = async () => (await call().get('/internal/ended-sessions')).body.sessions
    expect(await listed()).toContainEqual({ _id: sidOf(token), endedAt: expect.stringMatching(/Z$/) })
    advance(17 * 60_000)
    expect(await listed()).toEqual([])
  })
})

describe('while the shared state is away', () => {
  it('members renew and sign out, and nobody signs in or up uncounted', async () => {
    await using auth = await startAuth({ isThrottled: true })
    const registered = await auth.register()
    auth.takeStateAway()
    const refused = [
      await auth.login({ email: 'ann', password: 'correct horse' }),
      await auth.login({ email: 'ann', password: 'wrong horse' }),
      await auth.register({ username: 'ben', email: 'ben@example.org' }),
    ]
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(answer.get('Retry-After')).toBe('2')
    }
    const renewed = await auth.refresh(cookieOf(registered))
    expect(renewed.status).toBe(200)
    expect((await auth.call().post('/auth/logout').set(bearer(renewed.body.token))).status).toBe(200)
    expect((await auth.me(renewed.body.token)).status).toBe(401)
  })
})
