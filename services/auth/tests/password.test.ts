import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const current = ann.password
const next = 'larkspur in june'

describe('PUT /auth/password', () => {
  const auth = shareAcrossTests(openAuth)
  let memberCount = 0
  const signedUp = async (change = {}) => {
    const started = await auth()
    const username = `member${++memberCount}`
    const response = await started.register({ username, email: `${username}@example.org`, ...change })
    const { token, user } = response.body as { token: string; user: { _id: string } }
    const login = (password: string) => started.login({ email: username, password })
    const put = (body: Record<string, unknown>, by = token) =>
      started.call().put('/auth/password').set(toBearerHeader(by)).send(body)
    return { ...started, login, put, username, cookie: readCookie(response), token, user }
  }

  it('changes the password and returns a new token and a new cookie for the current session', async () => {
    const { put, login, me, refresh, token, user, cookie, advance } = await signedUp({ remember: true })
    advance(1_000)
    const response = await put({ current, next })
    expect(response).toMatchObject({ status: 200, body: { user } })
    expect(readSessionId(response.body.token)).toBe(readSessionId(token))
    expect(response.get('Set-Cookie')?.[0]).toContain('Max-Age=2592000')
    expect((await me(response.body.token)).status).toBe(200)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(readCookie(response))).status).toBe(200)
    expect((await login(current)).body).toMatchObject({ code: 'wrong_credentials' })
    expect((await login(next)).status).toBe(200)
  })

  it('ends all other sessions of the member and publishes one event for each', async () => {
    const stranger = await signedUp()
    const { put, login, me, refresh, publishedEvents, user } = await signedUp()
    const otherSessions = [await login(current), await login(current)]
    expect((await put({ current, next })).status).toBe(200)
    for (const other of otherSessions) {
      expect(await me(other.body.token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
      expect(await refresh(readCookie(other))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    }
    const ends = (await publishedEvents()).filter(
      ({ type, subject }) => type === 'session.ended' && subject === user._id,
    )
    const ended = ends.map(({ data }) => (data as { sessionId: string }).sessionId)
    expect(ended.toSorted()).toEqual(otherSessions.map(({ body }) => readSessionId(body.token)).toSorted())
    expect((await me(stranger.token)).status).toBe(200)
  })

  it('ends sessions that are opened with the old password at the same time', async () => {
    const { put, login, pool, user } = await signedUp()
    const signIns = Array.from({ length: 12 }, () => login(current))
    const [changed, ...responses] = await Promise.all([put({ current, next }), ...signIns])
    expect(changed.status).toBe(200)
    for (const { status } of responses) expect([200, 401]).toContain(status)
    const activeSessions = await pool.query('select id from sessions where account_id = $1 and ended_at is null', [
      user._id,
    ])
    expect(activeSessions.rows).toEqual([{ id: readSessionId(changed.body.token) }])
  })

  it('accepts one of two concurrent changes', async () => {
    const { put, login } = await signedUp()
    const responses = await Promise.all([put({ current, next }), put({ current, next: 'marigold in may' })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await login(responses[0].status === 200 ? next : 'marigold in may')).status).toBe(200)
  })

  it('refuses a wrong current password and changes nothing', async () => {
    const { put, login, me, token } = await signedUp()
    const other = await login(current)
    const response = await put({ current: 'wrong horse', next })
    expect(response).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect(response.get('Set-Cookie')).toBeUndefined()
    for (const activeToken of [token, other.body.token]) expect((await me(activeToken)).status).toBe(200)
    expect((await login(current)).status).toBe(200)
  })

  it.each([
    ['too short', 'short', 'too_small'],
    ['too long', 'x'.repeat(129), 'too_big'],
    ['common', 'password1', 'too_common'],
    ['their name', 'Ann.Berger1984', 'too_personal'],
    ['the product', 'meadow2026', 'too_personal'],
  ])('refuses a new one that is %s', async (_what, weak, code) => {
    const { put, login } = await signedUp()
    const response = await put({ current, next: weak })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request', fieldCodes: { next: code } } })
    expect((await login(current)).status).toBe(200)
  })

  it('refuses the current full name as the password', async () => {
    const { put, store, user, username, refresh, cookie } = await signedUp()
    const named = { username, fullName: 'Larkspur Juno', avatar: '', isVerified: false, profileVersion: 1 }
    await store.members.applyProfile({ _id: user._id, ...named })
    const renewed = await refresh(cookie)
    expect(await put({ current, next: 'larkspur juno' }, renewed.body.token)).toMatchObject({
      status: 400,
      body: { fieldCodes: { next: 'too_personal' } },
    })
  })

  it.each(['current', 'next'])('refuses a value that is not a string: %s', async (field) => {
    const { put } = await signedUp()
    for (const value of [undefined, null, 7, '', ['x'], { $ne: '' }, 'an\0n', 'an\ud800n', 'a'.repeat(100_000)]) {
      const response = await put({ current, next, [field]: value })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(Object.keys(response.body.fields)).toEqual([field])
    }
  })

  it('requires an active session', async () => {
    const { call, put, token } = await signedUp()
    expect((await call().put('/auth/password').send({ current, next })).status).toBe(401)
    await call().post('/auth/logout').set(toBearerHeader(token))
    expect(await put({ current, next })).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })

  it('ignores other fields of the body', async () => {
    const { put, login } = await signedUp()
    const stranger = await signedUp()
    const more = { userId: stranger.user._id, username: stranger.username, sub: stranger.user._id, role: 'admin' }
    expect(await put({ current, next, ...more })).toMatchObject({ status: 200, body: { user: { role: 'member' } } })
    expect((await stranger.login(current)).status).toBe(200)
    expect((await login(next)).status).toBe(200)
  })
})

describe('wrong current passwords', () => {
  it('count as failed sign-ins: after five from one address even the correct password is refused', async () => {
    await using auth = await openAuth({ isThrottled: true })
    const { token } = (await auth.register()).body
    const put = (current: string, from = '203.0.113.7') => {
      const request = auth.call().put('/auth/password').set(toBearerHeader(token)).set('X-Forwarded-For', from)
      return request.send({ current, next })
    }
    await auth.login({ email: 'ann', password: 'wrong horse' })
    for (let n = 0; n < 4; n++) expect((await put('wrong horse')).status).toBe(403)
    expect(await put(current)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await auth.login({ email: 'ann', password: current })).status).toBe(429)
    expect((await put(current, '203.0.113.8')).status).toBe(200)
  })
})
