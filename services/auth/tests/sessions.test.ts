import { describe, expect, it } from '@jest/globals'
import { createVerifier, openTrustStore } from '@meadow/service'
import { eventually, shareAcrossTests, testLog } from '@meadow/testing'
import request from 'supertest'
import { openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const auth = shareAcrossTests(openAuth)
let memberCount = 0
const signedUp = async () => {
  const started = await auth()
  const username = `member${++memberCount}`
  const response = await started.register({ username, email: `${username}@example.org` })
  const { token, user } = response.body as { token: string; user: { _id: string } }
  return { ...started, cookie: readCookie(response), token, user }
}

describe('POST /auth/logout', () => {
  it('ends the session of the token, deletes the cookie and publishes one event', async () => {
    const { call, me, refresh, publishedEvents, token, cookie, user } = await signedUp()
    const response = await call().post('/auth/logout').set(toBearerHeader(token))
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.get('Set-Cookie')?.[0]).toMatch(/^meadow-refresh-5000=; Max-Age=0; Path=\/api\/auth/)
    expect(await me(token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await refresh(cookie)).status).toBe(401)
    await call().post('/auth/logout').set('Cookie', cookie)
    const ends = (await publishedEvents()).filter(
      ({ type, subject }) => type === 'session.ended' && subject === user._id,
    )
    expect(ends).toHaveLength(1)
  })

  it('ends the session of the cookie after the token has expired, even with an older cookie', async () => {
    const { call, refresh, token, cookie, advance } = await signedUp()
    const next = readCookie(await refresh(cookie))
    advance(16 * 60_000)
    expect((await call().post('/auth/logout').set(toBearerHeader(token)).set('Cookie', cookie)).status).toBe(200)
    expect((await refresh(next)).status).toBe(401)
  })

  it('succeeds without a session', async () => {
    const { call } = await auth()
    expect((await call().post('/auth/logout')).body).toEqual({ ok: true })
    expect(
      (await call().post('/auth/logout').set(toBearerHeader('nonsense')).set('Cookie', 'meadow-refresh-5000=x')).status,
    ).toBe(200)
  })

  it('is refused for requests from other sites', async () => {
    const { call, refresh, cookie } = await signedUp()
    const response = await call().post('/auth/logout').set('Cookie', cookie).set('Origin', 'http://localhost:3000')
    expect(response).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('an ended session', () => {
  it('is refused by every running verifier, and by one that starts later', async () => {
    const { call, openInstance, service, state, now, token } = await signedUp()
    const { port } = await service.start(0, '127.0.0.1')
    const trustDeps = { authUrl: `http://127.0.0.1:${port}`, state, log: testLog, now }
    await using trust = await openTrustStore(trustDeps)
    const elsewhere = createVerifier({ ...trust, now })
    const second = request((await openInstance()).app)
    expect(await elsewhere.verify(token)).toMatchObject({ username: expect.stringContaining('member') })
    expect((await second.get('/auth/me').set(toBearerHeader(token))).status).toBe(200)

    await call().post('/auth/logout').set(toBearerHeader(token))
    await eventually(async () => {
      await expect(elsewhere.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
      expect((await second.get('/auth/me').set(toBearerHeader(token))).status).toBe(401)
    })

    await using later = await openTrustStore(trustDeps)
    await expect(createVerifier({ ...later, now }).verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    const third = request((await openInstance()).app)
    expect((await third.get('/auth/me').set(toBearerHeader(token))).status).toBe(401)
  })

  it('is listed until all its tokens have expired', async () => {
    const { call, token, advance } = await signedUp()
    await call().post('/auth/logout').set(toBearerHeader(token))
    const listed = async () => (await call().get('/internal/ended-sessions')).body.sessions
    expect(await listed()).toContainEqual({ _id: readSessionId(token), endedAt: expect.stringMatching(/Z$/) })
    advance(17 * 60_000)
    expect(await listed()).toEqual([])
  })
})

describe('while the shared state is unavailable', () => {
  it('members can refresh and sign out, but not sign in or register', async () => {
    await using auth = await openAuth({ isThrottled: true })
    const registered = await auth.register()
    auth.makeStateUnavailable()
    const refused = [
      await auth.login({ email: 'ann', password: 'correct horse' }),
      await auth.login({ email: 'ann', password: 'wrong horse' }),
      await auth.register({ username: 'ben', email: 'ben@example.org' }),
    ]
    for (const response of refused) {
      expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(response.get('Retry-After')).toBe('2')
    }
    const renewed = await auth.refresh(readCookie(registered))
    expect(renewed.status).toBe(200)
    expect((await auth.call().post('/auth/logout').set(toBearerHeader(renewed.body.token))).status).toBe(200)
    expect((await auth.me(renewed.body.token)).status).toBe(401)
  })
})
