import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { ann, openAuth, readCookie, readSessionId, readTokenSession, toBearerHeader } from './fixtures.ts'

const MAX_OPEN_SESSIONS = 50
const ENDED_SESSION_COUNT = 100_000

/** Opens auth with Ann, who has signed up. */
async function openWithAnn(options: Parameters<typeof openAuth>[0] = {}) {
  const auth = await openAuth(options)
  const signedUp = await auth.register()
  const signIn = async () =>
    (await auth.login({ email: 'ann', password: ann.password }).expect(200)).body.token as string
  const list = async (token: string): Promise<{ _id: string }[]> =>
    (await auth.call().get('/auth/sessions').set(toBearerHeader(token))).body.sessions
  const endings = async () => (await auth.publishedEvents()).filter(({ type }) => /^sessions?\.ended$/.test(type))
  return { ...auth, signedUp, token: signedUp.body.token as string, signIn, list, endings }
}

/** Stores sessions of an account, as many sign-ins would have, and returns their ids. */
async function storeSessions({ pool, now }: Awaited<ReturnType<typeof openWithAnn>>, accountId: string, count: number) {
  const ids = Array.from({ length: count }, () => newId(now()))
  await pool.query('set statement_timeout = 0')
  await pool.query(
    `insert into sessions (id, account_id, secret, token_hash, remember, device, created_at, expires_at, expiry_check_at)
     select id, $2, '\\x00', '\\x00', true, 'Firefox', $3, $3::timestamptz + interval '30 days', $3 from unnest($1::uuid[]) id`,
    [ids, accountId, now()],
  )
  return ids
}

describe('the open sessions of an account', () => {
  it('are at most 50: a sign-in beyond it ends the one that was used least recently', async () => {
    await using auth = await openWithAnn()
    const tokens: string[] = []
    for (let count = 1; count < MAX_OPEN_SESSIONS; count += 1) tokens.push(await auth.signIn())
    auth.advance(1_000)
    const renewed = await auth.refresh(readCookie(auth.signedUp)) // the oldest, and now the one that was used last
    expect(await auth.list(auth.token)).toHaveLength(MAX_OPEN_SESSIONS)
    auth.advance(1_000)
    const last = await auth.signIn()
    const [leastRecentlyUsed = '', ...others] = tokens
    expect((await auth.list(last)).map(({ _id }) => _id).toSorted()).toEqual(
      [last, renewed.body.token, ...others].map(readSessionId).toSorted(),
    )
    expect((await auth.me(leastRecentlyUsed)).status).toBe(401)
    expect(await auth.endings()).toMatchObject([{ data: { sessionId: readSessionId(leastRecentlyUsed) } }])
  })

  it('are opened at most 100 times an hour, and on a known device whatever others do', async () => {
    await using auth = await openWithAnn({ isThrottled: true, limits: { signIns: 2 } })
    const credentials = { email: 'ann', password: ann.password }
    const device = /meadow-device[^;]*/.exec(auth.signedUp.get('Set-Cookie')?.join('\n') ?? '')?.[0] ?? ''
    for (const status of [200, 200, 429]) await auth.login(credentials).expect(status)
    await auth.login(credentials).set('Cookie', device).expect(200)
  })
})

describe('ending all other sessions', () => {
  it.each(['sessions', 'password'])(
    'is one row and one event, also for 100,000 of them (by %s)',
    async (way) => {
      await using auth = await openWithAnn()
      const accountId = readTokenSession(auth.token).sub
      const thief = await auth.login({ email: 'ann', password: ann.password })
      const ids = await storeSessions(auth, accountId, ENDED_SESSION_COUNT)
      const call = auth.call()
      const ending = way === 'sessions' ? call.delete('/auth/sessions') : call.put('/auth/password')
      const response = await ending
        .set(toBearerHeader(auth.token))
        .send(way === 'sessions' ? { password: ann.password } : { current: ann.password, next: 'garden in june' })
      expect(response.status).toBe(200)
      const kept: string = response.body.token ?? auth.token

      expect(await auth.list(kept)).toMatchObject([{ _id: readSessionId(kept) }])
      expect((await auth.refresh(readCookie(thief))).status).toBe(401)
      expect((await auth.me(thief.body.token)).status).toBe(401)
      expect((await auth.me(kept)).status).toBe(200)
      expect(await auth.endings()).toMatchObject([{ type: 'sessions.ended', data: { memberId: accountId } }])
      expect((await auth.call().get('/internal/ended-sessions')).body).toMatchObject({ sessions: [], members: [{}] })
      const { rows } = await auth.pool.query('select count(*)::int as changed from sessions where ended_at is not null')
      expect(rows).toEqual([{ changed: 0 }])
      expect(ids).toHaveLength(ENDED_SESSION_COUNT)
    },
    60_000,
  )

  it('leaves the sessions that are opened after it, also if another instance has a faster clock', async () => {
    await using auth = await openWithAnn()
    const { sub } = readTokenSession(auth.token)
    auth.advance(5_000)
    const [ahead = ''] = await storeSessions(auth, sub, 1)
    auth.advance(-5_000)
    await auth
      .call()
      .delete('/auth/sessions')
      .set(toBearerHeader(auth.token))
      .send({ password: ann.password })
      .expect(200)
    const next = await auth.signIn()
    expect((await auth.list(next)).map(({ _id }) => _id)).not.toContain(ahead)
    expect((await auth.me(next)).status).toBe(200)
    expect(await auth.list(next)).toHaveLength(2)
  })
})
