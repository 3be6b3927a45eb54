import { describe, expect, it } from '@jest/globals'
import { calls } from '@meadow/contracts'
import { LOOPBACK_REQUEST_HEADER } from '@meadow/service'
import { createSecurityEventLog } from '@meadow/testing'
import request from 'supertest'
import { ann, openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const OFFERED = { usernames: ['ann', 'nobody'], isOffered: true }
const REFUSED = { ...OFFERED, isOffered: false }
const FROM_THIS_MACHINE = { [LOOPBACK_REQUEST_HEADER]: '1' }
const FROM_ELSEWHERE = {}

type TestAuth = Awaited<ReturnType<typeof openAuth>>

const openDemoSession = (auth: TestAuth, headers: Record<string, string>, username = 'ann') =>
  auth.call().post(calls.createDemoSession.path).set(headers).send({ username })

async function listDemoAccounts(auth: TestAuth, headers: Record<string, string>) {
  return (await auth.call().get(calls.listDemoAccounts.path).set(headers)).body.accounts
}

/** Opens the service with an account of Ann, which the read model of members has, too. */
async function openAuthWithAnn(options: Parameters<typeof openAuth>[0]) {
  const auth = await openAuth(options)
  const registration = (await auth.register()).body
  await auth.store.members.upsertActor({ ...registration.user, profileVersion: 0 })
  return { ...auth, registration }
}

describe('GET /auth/demo-accounts', () => {
  it('returns the names of the existing accounts to a browser on this machine, and no password', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    const { username, fullName } = ann
    expect(await listDemoAccounts(auth, FROM_THIS_MACHINE)).toEqual([
      { username, fullName, avatar: '', role: 'member' },
    ])
  })

  it('returns nothing to any other request', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    expect(await listDemoAccounts(auth, FROM_ELSEWHERE)).toEqual([])
    expect(await listDemoAccounts(auth, { 'X-Forwarded-For': '127.0.0.1' })).toEqual([])
  })

  it.each([undefined, REFUSED])('returns nothing if they are not offered: %j', async (demoAccounts) => {
    await using auth = await openAuthWithAnn({ ...(demoAccounts && { demoAccounts }) })
    expect(await listDemoAccounts(auth, FROM_THIS_MACHINE)).toEqual([])
  })
})

describe('POST /auth/demo-session', () => {
  it('signs in to a demo account from a browser on this machine', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    const signedIn = await openDemoSession(auth, FROM_THIS_MACHINE)
    expect(signedIn).toMatchObject({ status: 200, body: { user: { username: 'ann' } } })
    expect(await auth.me(signedIn.body.token)).toMatchObject({ status: 200 })
    expect(await auth.refresh(readCookie(signedIn))).toMatchObject({ status: 200 })
  })

  it('answers like a wrong password from elsewhere, and where the accounts are not offered', async () => {
    for (const [demoAccounts, headers] of [
      [OFFERED, FROM_ELSEWHERE],
      [OFFERED, { 'X-Forwarded-For': '127.0.0.1' }],
      [REFUSED, FROM_THIS_MACHINE],
      [{ usernames: [], isOffered: true }, FROM_THIS_MACHINE],
    ] as const) {
      await using auth = await openAuthWithAnn({ demoAccounts })
      const refused = await openDemoSession(auth, headers)
      const { status, body } = await auth.login({ email: 'somebody', password: 'wrong' })
      expect(refused).toMatchObject({ status, body: { ...body, requestId: expect.any(String) } })
      expect(refused.headers).not.toHaveProperty('set-cookie')
    }
  })

  it('refuses a demo account that was never created, and any other account', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    await auth.register({ username: 'kofi', email: 'kofi@example.org' })
    for (const username of ['nobody', 'kofi'])
      expect(await openDemoSession(auth, FROM_THIS_MACHINE, username)).toMatchObject({ status: 401 })
  })

  it('refuses pages of other sites', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    const refused = await openDemoSession(auth, { ...FROM_THIS_MACHINE, Origin: 'http://evil.example' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
  })

  it('is in the log of security events, also if it is refused', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED, log })
    securityEvents.length = 0
    const { token, user } = (await openDemoSession(auth, FROM_THIS_MACHINE)).body
    await openDemoSession(auth, FROM_ELSEWHERE)
    const reason = 'demo_account'
    expect(securityEvents).toMatchObject([
      { event: 'auth.signed_in', reason, actor: user._id, session: readSessionId(token) },
      { event: 'auth.sign_in_failed', reason },
    ])
  })
})

describe('the password of a demo account', () => {
  it.each([OFFERED, REFUSED])('is never correct: %j', async (demoAccounts) => {
    await using auth = await openAuthWithAnn({ demoAccounts })
    for (const email of ['ann', ann.email]) {
      const refused = await auth.login({ email, password: ann.password })
      expect(refused).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    }
  })

  it('cannot be changed', async () => {
    await using auth = await openAuthWithAnn({ demoAccounts: OFFERED })
    const { token } = (await openDemoSession(auth, FROM_THIS_MACHINE)).body
    const refused = await auth
      .call()
      .put(calls.changePassword.path)
      .set(toBearerHeader(token))
      .send({ current: ann.password, next: 'another horse' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  })
})

describe('a start that does not offer the demo accounts', () => {
  it('ends their sessions, and no others', async () => {
    const demoAccounts = { ...OFFERED }
    await using auth = await openAuthWithAnn({ demoAccounts })
    const demo = await openDemoSession(auth, FROM_THIS_MACHINE)
    const kofi = await auth.register({ username: 'kofi', email: 'kofi@example.org' })
    demoAccounts.isOffered = false
    const restarted = request((await auth.openInstance()).app)
    const me = (token: string) => restarted.get(calls.me.path).set(toBearerHeader(token))
    for (const { token } of [demo.body, auth.registration])
      expect(await me(token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect(await auth.refresh(readCookie(demo))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect(await me(kofi.body.token)).toMatchObject({ status: 200 })
  })
})
