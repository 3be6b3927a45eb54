import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { withPostgresTransaction } from '@meadow/storage'
import { cleanUpSessions } from '../src/sessions/session-cleanup.ts'
import { ann, openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const maxSessionDays = 60

/** Opens auth with a member; `clean` runs the cleanup and returns the ids of the remaining sessions. */
async function openWithMember() {
  const auth = await openAuth({ maxSessionDays })
  const response = await auth.register()
  const deps = { sessions: auth.store.ports.sessions, maxSessionAgeMs: maxSessionDays * DAY_MS, now: auth.now, newId }
  const clean = async (change: Partial<typeof deps> = {}): Promise<string[]> => {
    while (await cleanUpSessions({ ...deps, ...change }));
    const { rows } = await auth.pool.query<{ id: string }>('select id from sessions order by id')
    return rows.map(({ id }) => id)
  }
  /** Returns the ends of sessions that were published, without the ids of the events. */
  const endings = async () =>
    (await auth.publishedEvents())
      .filter(({ type }) => type === 'session.ended')
      .map(({ subject, data }) => ({ subject, ...(data as { sessionId: string; endedAt: string }) }))
  const { token, user } = response.body
  return { ...auth, cookie: readCookie(response), token, user, sid: readSessionId(token), clean, endings }
}

/** Returns the time at which the session of the fixture expires. */
const readExpiry = async ({ pool, sid }: Awaited<ReturnType<typeof openWithMember>>): Promise<Date> =>
  (await pool.query<{ expires_at: Date }>('select expires_at from sessions where id = $1', [sid])).rows[0]
    ?.expires_at as Date

describe('the session cleanup', () => {
  it('deletes a session a day after its end, although its member never signs in again', async () => {
    await using auth = await openWithMember()
    const { sid } = auth
    await auth.call().delete(`/auth/sessions/${sid}`).set(toBearerHeader(auth.token)).expect(200)
    auth.advance(DAY_MS)
    expect(await auth.clean()).toEqual([sid])
    auth.advance(1_000)
    expect(await auth.clean()).toEqual([])
  })

  it('deletes sessions that ended together a day later, without an event for each', async () => {
    await using auth = await openWithMember()
    for (let count = 0; count < 3; count += 1) await auth.login({ email: 'ann', password: ann.password })
    await auth
      .call()
      .delete('/auth/sessions')
      .set(toBearerHeader(auth.token))
      .send({ password: ann.password })
      .expect(200)
    auth.advance(DAY_MS)
    expect(await auth.clean()).toHaveLength(4)
    auth.advance(1_000)
    expect(await auth.clean()).toEqual([auth.sid])
    const { rowCount } = await auth.pool.query('select from session_cutoffs')
    expect(rowCount).toBe(0)
    const endedAlone = (await auth.endings()).map(({ sessionId }) => sessionId)
    expect(endedAlone.filter((id) => id !== auth.sid)).toEqual([]) // that one has expired
  })

  it('ends a session that has only expired, with one event, although it runs again and in several instances', async () => {
    await using auth = await openWithMember()
    const { sid, user } = auth
    const expiry = await readExpiry(auth)
    auth.advance(expiry.getTime() - auth.now().getTime() - HOUR_MS)
    await auth.clean()
    expect(await auth.endings()).toEqual([])
    auth.advance(2 * HOUR_MS)
    await Promise.all([auth.clean(), auth.clean(), auth.clean()])
    expect(await auth.clean()).toEqual([sid])
    expect(await auth.endings()).toEqual([{ subject: user._id, sessionId: sid, endedAt: expiry.toISOString() }])
    auth.advance(DAY_MS)
    expect(await auth.clean()).toEqual([])
    expect(await auth.endings()).toHaveLength(1)
  })

  it('does not end a session that was refreshed, until it expires', async () => {
    await using auth = await openWithMember()
    const first = await readExpiry(auth)
    auth.advance(20 * HOUR_MS)
    await auth.refresh(auth.cookie).expect(200)
    auth.advance(first.getTime() - auth.now().getTime() + HOUR_MS)
    await auth.clean()
    expect(await auth.endings()).toEqual([])
    auth.advance(DAY_MS)
    await auth.clean()
    expect(await auth.endings()).toMatchObject([{ sessionId: auth.sid }])
  })

  it('leaves a session that a refresh holds to the next run', async () => {
    await using auth = await openWithMember()
    auth.advance(2 * DAY_MS)
    await withPostgresTransaction(auth.pool, async (tx) => {
      await tx.query('select from sessions where id = $1 for update', [auth.sid])
      expect(await auth.clean()).toEqual([auth.sid])
    })
    expect(await auth.endings()).toEqual([])
    await auth.clean()
    expect(await auth.endings()).toHaveLength(1)
  })

  it('ends all expired sessions, also more than a batch, and those that a previous version has created', async () => {
    await using auth = await openWithMember()
    const count = 1_200
    await auth.pool.query(
      `insert into sessions (id, account_id, secret, token_hash, remember, device, created_at, expires_at)
       select gen_random_uuid(), account_id, secret, token_hash, remember, device, created_at, expires_at
       from sessions, generate_series(2, $1)`,
      [count],
    )
    auth.advance(2 * DAY_MS)
    await Promise.all([auth.clean(), auth.clean()])
    const endings = await auth.endings()
    expect(endings).toHaveLength(count)
    expect(new Set(endings.map(({ sessionId }) => sessionId)).size).toBe(count)
  })

  it('stores neither the end nor the event if one of them fails', async () => {
    await using auth = await openWithMember()
    auth.advance(2 * DAY_MS)
    await auth.pool.query('alter table outbox add constraint nothing check (false) not valid')
    await expect(auth.clean()).rejects.toThrow('nothing')
    const { rows } = await auth.pool.query('select ended_at from sessions')
    expect(rows).toEqual([{ ended_at: null }])
  })

  it('ends a session at a maximum age that was lowered, and deletes it a day later', async () => {
    await using auth = await openWithMember()
    const { body } = await auth.login({ email: ann.email, password: ann.password, remember: true })
    const sid = readSessionId(body.token)
    auth.advance(10 * DAY_MS)
    expect(await auth.clean()).toEqual([sid])
    const maxSessionAgeMs = 10 * DAY_MS
    expect(await auth.clean({ maxSessionAgeMs })).toEqual([sid])
    expect((await auth.endings()).at(-1)).toMatchObject({ sessionId: sid })
    auth.advance(DAY_MS + HOUR_MS)
    expect(await auth.clean({ maxSessionAgeMs })).toEqual([])
  })

  it('keeps a session that is in use', async () => {
    await using auth = await openWithMember()
    const { body } = await auth.login({ email: ann.email, password: ann.password, remember: true })
    auth.advance(20 * DAY_MS)
    expect(await auth.clean()).toContain(readSessionId(body.token))
  })

  it('makes no refresh more expensive: no index contains a column that a refresh changes', async () => {
    await using auth = await openWithMember()
    const readRow = async () => (await auth.pool.query('select * from sessions where id = $1', [auth.sid])).rows[0]
    const before = await readRow()
    auth.advance(HOUR_MS)
    await auth.refresh(auth.cookie).set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0')
    const after = await readRow()
    const changed = Object.keys(after).filter((column) => String(after[column]) !== String(before[column]))
    expect(changed).toEqual(
      expect.arrayContaining(['token_hash', 'previous_hash', 'rotated_at', 'expires_at', 'device']),
    )
    const { rows } = await auth.pool.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'sessions'::regclass`,
    )
    const indexes = rows.map(({ definition }) => definition).join('\n')
    expect(indexes).toContain('(expiry_check_at) WHERE (ended_at IS NULL)')
    expect(changed.filter((column) => new RegExp(`\\b${column}\\b`).test(indexes))).toEqual([])
  })
})
