import { describe, expect, it } from '@jest/globals'
import { openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const DAY_MS = 86_400_000
const maxSessionDays = 60

/** Opens auth with a member; `clean` runs the cleanup and returns the ids of the remaining sessions. */
async function openWithMember() {
  const auth = await openAuth({ maxSessionDays })
  const response = await auth.register()
  const clean = async (): Promise<string[]> => {
    while (await auth.store.ports.sessions.deleteEnded(auth.now(), maxSessionDays * DAY_MS));
    const { rows } = await auth.pool.query<{ id: string }>('select id from sessions order by id')
    return rows.map(({ id }) => id)
  }
  return { ...auth, cookie: readCookie(response), token: response.body.token, clean }
}

describe('the session cleanup', () => {
  it('deletes a session a day after its end, although its member never signs in again', async () => {
    await using auth = await openWithMember()
    const sid = readSessionId(auth.token)
    await auth.call().delete(`/auth/sessions/${sid}`).set(toBearerHeader(auth.token)).expect(200)
    auth.advance(DAY_MS)
    expect(await auth.clean()).toEqual([sid])
    auth.advance(1_000)
    expect(await auth.clean()).toEqual([])
  })

  it('deletes a session that nobody ended a day after its maximum age', async () => {
    await using auth = await openWithMember()
    auth.advance((maxSessionDays + 1) * DAY_MS)
    expect(await auth.clean()).toEqual([readSessionId(auth.token)])
    auth.advance(1_000)
    expect(await auth.clean()).toEqual([])
  })

  it('keeps a session that is in use', async () => {
    await using auth = await openWithMember()
    const { body } = await auth.login({ email: 'ann', password: 'correct horse', remember: true })
    auth.advance(20 * DAY_MS)
    expect(await auth.clean()).toContain(readSessionId(body.token))
  })
})
