import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const UNKNOWN = '0199a000-0000-7000-8000-00000000dead'

const auth = shareAcrossTests(openAuth)
let memberCount = 0
const signedUp = async () => {
  const started = await auth()
  const username = `member${++memberCount}`
  const response = await started.register({ username, email: `${username}@example.org` }).set('User-Agent', FIREFOX)
  const { token, user } = response.body as { token: string; user: { _id: string } }
  const login = (userAgent: string) =>
    started.login({ email: username, password: ann.password }).set('User-Agent', userAgent)
  const list = async (by = token) => (await started.call().get('/auth/sessions').set(toBearerHeader(by))).body.sessions
  const end = (id: string, by = token) => started.call().delete(`/auth/sessions/${id}`).set(toBearerHeader(by))
  return {
    ...started,
    login,
    list,
    end,
    username,
    cookie: readCookie(response),
    token,
    user,
    sid: readSessionId(token),
  }
}

describe('GET /auth/sessions', () => {
  it('lists device, first and last use, and the current session; last used first', async () => {
    const { login, list, refresh, cookie, sid, token, now, advance } = await signedUp()
    const joined = now().toISOString()
    advance(60_000)
    const phone = await login(SAFARI)
    const signedIn = now().toISOString()
    const first = { _id: sid, device: 'Firefox on Linux', createdAt: joined, lastUsedAt: joined, current: true }
    const second = {
      _id: readSessionId(phone.body.token),
      device: 'Safari on iOS',
      createdAt: signedIn,
      lastUsedAt: signedIn,
      current: false,
    }
    expect(await list(token)).toEqual([second, first])

    advance(60_000)
    const renewed = await refresh(cookie).set('User-Agent', 'curl/8.5.0')
    const used = { ...first, device: 'Unknown device', lastUsedAt: now().toISOString() }
    expect(await list(renewed.body.token)).toEqual([used, second])
  })

  it('lists no ended or expired session and none of other members', async () => {
    const { login, list, end, refresh, cookie, advance, sid } = await signedUp()
    await signedUp()
    const [ended] = [await login(SAFARI), await login(SAFARI)]
    await end(readSessionId(ended.body.token))
    advance(23 * 3_600_000)
    const renewed = await refresh(cookie)
    advance(3_600_000)
    const again = await refresh(readCookie(renewed))
    expect((await list(again.body.token)).map(({ _id }: { _id: string }) => _id)).toEqual([sid])
  })

  it('contains no tokens', async () => {
    const { list } = await signedUp()
    expect(Object.keys((await list())[0]).toSorted()).toEqual(['_id', 'createdAt', 'current', 'device', 'lastUsedAt'])
  })
})

describe('DELETE /auth/sessions/:id', () => {
  it('ends another session of the member immediately, and can be repeated', async () => {
    const { login, list, end, me, refresh, publishedEvents, sid, user } = await signedUp()
    const phone = await login(SAFARI)
    const response = await end(readSessionId(phone.body.token))
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(await me(phone.body.token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect((await refresh(readCookie(phone))).status).toBe(401)
    expect((await list()).map(({ _id }: { _id: string }) => _id)).toEqual([sid])
    expect((await end(readSessionId(phone.body.token))).status).toBe(200)
    const ends = (await publishedEvents()).filter(
      ({ type, subject }) => type === 'session.ended' && subject === user._id,
    )
    expect(ends).toHaveLength(1)
  })

  it('signs out and deletes the cookie for the current session', async () => {
    const { end, me, refresh, sid, token, cookie } = await signedUp()
    const response = await end(sid)
    expect(response.get('Set-Cookie')?.[0]).toMatch(/^meadow-refresh-5000=; Max-Age=0; Path=\/api\/auth/)
    expect((await me(token)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
  })

  it('returns the same error for sessions of other members and for unknown ones', async () => {
    const stranger = await signedUp()
    const { end } = await signedUp()
    const [others, unknown] = [await end(stranger.sid), await end(UNKNOWN)]
    for (const response of [others, unknown])
      expect(response).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
    expect({ ...others.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await stranger.me(stranger.token)).status).toBe(200)
  })

  it.each(['x', '1', 'all', UNKNOWN.toUpperCase(), `${UNKNOWN}%00`, '%27%20or%201=1%20--', 'x'.repeat(3_000)])(
    'refuses what is no id: %s',
    async (id) => {
      const { end } = await signedUp()
      expect(await end(id)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )
})

describe('DELETE /auth/sessions', () => {
  const endOthers = async (token: string) =>
    (await auth()).call().delete('/auth/sessions').set(toBearerHeader(token)).send({ password: ann.password })

  it('ends all sessions of the member except the current one', async () => {
    const stranger = await signedUp()
    const { login, list, me, sid, token, publishedEvents, user } = await signedUp()
    const otherSessions = [await login(SAFARI), await login(FIREFOX)]
    expect(await endOthers(token)).toMatchObject({ status: 200, body: { ok: true } })
    for (const { body } of otherSessions) expect((await me(body.token)).status).toBe(401)
    expect((await list()).map(({ _id }: { _id: string }) => _id)).toEqual([sid])
    expect(await endOthers(token)).toMatchObject({ status: 200 })
    const ends = (await publishedEvents()).filter(({ type, subject }) => /ended/.test(type) && subject === user._id)
    expect(ends).toMatchObject(Array(2).fill({ type: 'sessions.ended', data: { exceptSessionId: sid } }))
    expect((await stranger.me(stranger.token)).status).toBe(200)
  })

  it('leaves one session after concurrent calls from all of them', async () => {
    const { login, token, me } = await signedUp()
    const tokens = [token]
    for (let n = 0; n < 5; n++) tokens.push((await login(SAFARI)).body.token)
    const responses = await Promise.all(tokens.map(endOthers))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    const areActive = await Promise.all(tokens.map(async (one) => (await me(one)).status === 200))
    expect(areActive).toEqual(responses.map(({ status }) => status === 200))
  })
})

describe.each([
  'get /auth/sessions',
  'delete /auth/sessions',
  `delete /auth/sessions/${UNKNOWN}`,
  'put /auth/password',
])('%s', (what) => {
  it('requires a sign-in', async () => {
    const { call } = await auth()
    const [method, path] = what.split(' ') as ['get' | 'put' | 'delete', string]
    const send = () => call()[method](path)
    expect(await send()).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    expect(await send().set(toBearerHeader('x.y.z'))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })
})
