import { describe, expect, it } from '@jest/globals'
import { usingOnce } from '@meadow/testing'
import { ann, bearer, cookieOf, sidOf, startAuth } from './given.ts'

const current = ann.password
const next = 'larkspur in june'

describe('PUT /auth/password', () => {
  const auth = usingOnce(startAuth)
  let people = 0
  const signedUp = async (change = {}) => {
    const started = await auth()
    const username = `member${++people}`
    const answer = await started.register({ username, email: `${username}@example.org`, ...change })
    const { token, user } = answer.body as { token: string; user: { _id: string } }
    const login = (password: string) => started.login({ email: username, password })
    const put = (body: Record<string, unknown>, by = token) =>
      started.call().put('/auth/password').set(bearer(by)).send(body)
    return { ...started, login, put, username, cookie: cookieOf(answer), token, user }
  }

  it('changes the password and goes on with this session, a new token and a new cookie', async () => {
    const { put, login, me, refresh, token, user, cookie, advance } = await signedUp({ remember: true })
    advance(1_000)
    const answer = await put({ current, next })
    expect(answer).toMatchObject({ status: 200, body: { user } })
    expect(sidOf(answer.body.token)).toBe(sidOf(token))
    expect(answer.get('Set-Cookie')?.[0]).toContain('Max-Age=2592000')
    expect((await me(answer.body.token)).status).toBe(200)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(cookieOf(answer))).status).toBe(200)
    expect((await login(current)).body).toMatchObject({ code: 'wrong_credentials' })
    expect((await login(next)).status).toBe(200)
  })

  it('ends all other sessions at once, announces each once, and no session of others', async () => {
    const stranger = await signedUp()
    const { put, login, me, refresh, published, user } = await signedUp()
    const others = [await login(current), await login(current)]
    expect((await put({ current, next })).status).toBe(200)
    for (const other of others) {
      expect(await me(other.body.token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
      expect(await refresh(cookieOf(other))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    }
    const ends = (await published()).filter(({ type, subject }) => type === 'session.ended' && subject === user._id)
    const ended = ends.map(({ data }) => (data as { sessionId: string }).sessionId)
    expect(ended.toSorted()).toEqual(others.map(({ body }) => sidOf(body.token)).toSorted())
    expect((await me(stranger.token)).status).toBe(200)
  })

  it('leaves no session that was opened with the old password, however close the two come', async () => {
    const { put, login, pool, user } = await signedUp()
    const signIns = Array.from({ length: 12 }, () => login(current))
    const [changed, ...answers] = await Promise.all([put({ current, next }), ...signIns])
    expect(changed.status).toBe(200)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    const living = await pool.query('select id from sessions where account_id = $1 and ended_at is null', [user._id])
    expect(living.rows).toEqual([{ id: sidOf(changed.body.token) }])
  })

  it('lets one of two changes at once succeed', async () => {
    const { put, login } = await signedUp()
    const answers = await Promise.all([put({ current, next }), put({ current, next: 'marigold in may' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await login(answers[0].status === 200 ? next : 'marigold in may')).status).toBe(200)
  })

  it('refuses a wrong current password and changes nothing', async () => {
    const { put, login, me, token } = await signedUp()
    const other = await login(current)
    const answer = await put({ current: 'wrong horse', next })
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect(answer.get('Set-Cookie')).toBeUndefined()
    for (const living of [token, other.body.token]) expect((await me(living)).status).toBe(200)
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
    const answer = await put({ current, next: weak })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fieldCodes: { next: code } } })
    expect((await login(current)).status).toBe(200)
  })

  it('refuses the name that the member has by now', async () => {
    const { put, members, user, username, refresh, cookie } = await signedUp()
    const named = { username, fullName: 'Larkspur Juno', avatar: '', isVerified: false, profileVersion: 1 }
    await members.applyProfile({ _id: user._id, ...named })
    const renewed = await refresh(cookie)
    expect(await put({ current, next: 'larkspur juno' }, renewed.body.token)).toMatchObject({
      status: 400,
      body: { fieldCodes: { next: 'too_personal' } },
    })
  })

  it.each(['current', 'next'])('refuses what is no text: %s', async (field) => {
    const { put } = await signedUp()
    for (const value of [undefined, null, 7, '', ['x'], { $ne: '' }, 'an\0n', 'an\ud800n', 'a'.repeat(100_000)]) {
      const answer = await put({ current, next, [field]: value })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(Object.keys(answer.body.fields)).toEqual([field])
    }
  })

  it('needs a session that lives', async () => {
    const { call, put, token } = await signedUp()
    expect((await call().put('/auth/password').send({ current, next })).status).toBe(401)
    await call().post('/auth/logout').set(bearer(token))
    expect(await put({ current, next })).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })

  it('listens to nothing else in the body', async () => {
    const { put, login } = await signedUp()
    const stranger = await signedUp()
    const more = { userId: stranger.user._id, username: stranger.username, sub: stranger.user._id, role: 'admin' }
    expect(await put({ current, next, ...more })).toMatchObject({ status: 200, body: { user: { role: 'member' } } })
    expect((await stranger.login(current)).status).toBe(200)
    expect((await login(next)).status).toBe(200)
  })
})

describe('wrong current passwords', () => {
  it('are counted as failed sign-ins: five from an address, and then the right one waits, too', async () => {
    await using auth = await startAuth({ isThrottled: true })
    const { token } = (await auth.register()).body
    const put = (given: string, from = '203.0.113.7') => {
      const asked = auth.call().put('/auth/password').set(bearer(token)).set('X-Forwarded-For', from)
      return asked.send({ current: given, next })
    }
    await auth.login({ email: 'ann', password: 'wrong horse' })
    for (let n = 0; n < 4; n++) expect((await put('wrong horse')).status).toBe(403)
    expect(await put(current)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await auth.login({ email: 'ann', password: current })).status).toBe(429)
    expect((await put(current, '203.0.113.8')).status).toBe(200)
  })
})
