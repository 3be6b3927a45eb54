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
    const { put, login, me, refresh, user, cookie, advance } = await signedUp({ remember: true })
    advance(1_000)
    const response = await put({ current, next })
    expect(response).toMatchObject({ status: 200, body: { user } })
    expect(response.get('Set-Cookie')?.[0]).toContain('Max-Age=2592000')
    expect((await me(response.body.token)).status).toBe(200)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(readCookie(response))).status).toBe(200)
    expect((await login(current)).body).toMatchObject({ code: 'wrong_credentials' })
    expect((await login(next)).status).toBe(200)
  })

  it('gives the current session a new id and ends the old id everywhere', async () => {
    const { call, put, me, refresh, token, cookie, user } = await signedUp({ remember: true })
    const { body } = await call().get('/auth/sessions').set(toBearerHeader(token))
    const response = await put({ current, next })
    const sid = readSessionId(response.body.token)
    expect(sid).not.toBe(readSessionId(token))
    expect(readCookie(response)).toContain(`=${sid}.`)
    for (const refused of [await me(token), await refresh(cookie)])
      expect(refused).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await call().get('/internal/ended-sessions')).body.members).toContainEqual(
      expect.objectContaining({ memberId: user._id, exceptSessionId: sid }),
    )
    const { sessions } = (await call().get('/auth/sessions').set(toBearerHeader(response.body.token))).body
    expect(sessions).toEqual([{ ...body.sessions[0], _id: sid }])
  })

  it('ends all sessions of the member, and publishes one event for all', async () => {
    const stranger = await signedUp()
    const { put, login, me, refresh, publishedEvents, user } = await signedUp()
    const otherSessions = [await login(current), await login(current)]
    const changed = await put({ current, next })
    expect(changed.status).toBe(200)
    for (const other of otherSessions) {
      expect(await me(other.body.token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
      expect(await refresh(readCookie(other))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    }
    const ends = (await publishedEvents()).filter(({ type, subject }) => /ended/.test(type) && subject === user._id)
    expect(ends).toMatchObject([
      { type: 'sessions.ended', data: { memberId: user._id, exceptSessionId: readSessionId(changed.body.token) } },
    ])
    expect((await me(stranger.token)).status).toBe(200)
  })

  it('ends sessions that are opened with the old password at the same time', async () => {
    const { call, put, login } = await signedUp()
    const signIns = Array.from({ length: 12 }, () => login(current))
    const [changed, ...responses] = await Promise.all([put({ current, next }), ...signIns])
    expect(changed.status).toBe(200)
    for (const { status } of responses) expect([200, 401]).toContain(status)
    const { sessions } = (await call().get('/auth/sessions').set(toBearerHeader(changed.body.token))).body
    expect(sessions).toMatchObject([{ _id: readSessionId(changed.body.token) }])
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
  /** Opens auth with Ann, who has two sessions. */
  async function openThrottled() {
    const auth = await openAuth({ isThrottled: true })
    const { token } = (await auth.register()).body
    const { body } = await auth.login({ email: 'ann', password: ann.password })
    const put = (password: string, by = token) =>
      auth.call().put('/auth/password').set(toBearerHeader(by)).send({ current: password, next })
    return { ...auth, put, otherToken: body.token as string }
  }

  it('are limited to five in 15 minutes for a session; then even the correct one is refused', async () => {
    await using auth = await openThrottled()
    for (let n = 0; n < 5; n++) expect((await auth.put('wrong horse')).status).toBe(403)
    expect(await auth.put(current)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await auth.login({ email: 'ann', password: current })).status).toBe(200)
    expect((await auth.put(current, auth.otherToken)).status).toBe(200)
  })

  it('are counted separately from failed sign-ins, so that strangers cannot lock a member out of their session', async () => {
    await using auth = await openThrottled()
    for (let n = 0; n < 6; n++) await auth.login({ email: 'ann', password: 'wrong horse' })
    expect((await auth.login({ email: 'ann', password: current })).status).toBe(429)
    expect((await auth.put(current)).status).toBe(200)
  })
})
