import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'

const DAY_MS = 24 * HOUR_MS
const GRACE_MS = 14 * DAY_MS
const MINUTE_MS = HOUR_MS / 60
let memberCount = 0

/** Opens auth with members whose calls have short names. */
const createMembers = (options: Parameters<typeof openAuth>[0] = {}) => {
  const auth = shareAcrossTests(() => openAuth(options))
  return async () => {
    const started = await auth()
    await started.sendMails()
    const username = `leaver${++memberCount}`
    const email = `${username}@example.org`
    const response = await started.register({ username, email })
    await started.sendMails() // that of the sign-up
    const { token, user } = response.body as { token: string; user: { _id: string } }
    const call = started.call
    const browser = readCookie(response, 'device')
    const login = (password = ann.password) => started.login({ email: username, password }).set('Cookie', browser)
    const remove = (body: object = {}, by = token) =>
      call()
        .delete('/auth/account')
        .set(toBearerHeader(by))
        .send({ password: ann.password, ...body })
    const deactivate = (password = ann.password) =>
      call().post('/auth/account/deactivate').set(toBearerHeader(token)).send({ password })
    const restore = (restoreToken: string) =>
      call().post('/auth/account/restore').set('Cookie', browser).send({ token: restoreToken })
    const readRestore = async () => (await login()).body.restore as { token: string; erasesAt: string | null }
    const eventsOfMember = async () => (await started.publishedEvents()).filter(({ subject }) => subject === user._id)
    return {
      ...started,
      username,
      email,
      token,
      user,
      response,
      login,
      remove,
      deactivate,
      restore,
      readRestore,
      eventsOfMember,
    }
  }
}

describe('an account that its member deletes', () => {
  const newMember = createMembers()

  it('is hidden, signed out everywhere and erased after 14 days, which a mail says', async () => {
    const { remove, login, me, refresh, sendMails, eventsOfMember, token, response, email, now } = await newMember()
    const other = await login()
    const erasesAt = new Date(now().getTime() + GRACE_MS).toISOString()
    const removed = await remove()
    expect(removed).toMatchObject({ status: 200, body: { erasesAt } })
    for (const ended of [token, other.body.token]) expect((await me(ended)).status).toBe(401)
    for (const ended of [readCookie(response), readCookie(other)]) expect((await refresh(ended)).status).toBe(401)
    const types = (await eventsOfMember()).map(({ type }) => type)
    expect(types.slice(-2).toSorted()).toEqual(['member.deactivated', 'sessions.ended'])
    const [mail] = await sendMails()
    expect(mail).toMatchObject({ to: email, subject: 'Your Meadow account will be deleted on March 16, 2026' })
  })

  it('opens no session by a sign-in, which is answered with the way back', async () => {
    const { remove, login, me, user, eventsOfMember } = await newMember()
    const { erasesAt } = (await remove()).body
    const refused = await login()
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_deactivated', restore: { erasesAt } } })
    expect(refused.get('Set-Cookie')).toBeUndefined()
    expect((await me(refused.body.restore.token)).status).toBe(401)
    expect((await login('wrong horse')).body).toMatchObject({ code: 'wrong_credentials' })
    expect((await eventsOfMember()).at(-1)).not.toMatchObject({ type: 'member.reactivated', subject: user._id })
  })

  it('is restored once by the token of the refused sign-in, and can be used as before', async () => {
    const { remove, restore, readRestore, me, user, login, eventsOfMember, sendMails } = await newMember()
    await remove()
    const { token } = await readRestore()
    const restored = await restore(token)
    expect(restored).toMatchObject({ status: 200, body: { user: { _id: user._id } } })
    expect(readCookie(restored)).not.toBe('')
    expect((await me(restored.body.token)).status).toBe(200)
    expect((await eventsOfMember()).at(-1)).toMatchObject({ type: 'member.reactivated', data: { accountVersion: 3 } })
    expect(await restore(token)).toMatchObject({ status: 400, body: { code: 'restore_expired' } })
    expect((await login()).status).toBe(200)
    expect(await sendMails()).toEqual([]) // the mail about the deletion had not been sent yet
  })

  it('is restored by the newest token only, within 15 minutes and within the grace', async () => {
    const { remove, restore, readRestore, advance, login } = await newMember()
    await remove()
    const first = await readRestore()
    const second = await readRestore()
    expect((await restore(first.token)).body).toMatchObject({ code: 'restore_expired' })
    advance(15 * MINUTE_MS)
    expect((await restore(second.token)).body).toMatchObject({ code: 'restore_expired' })
    advance(GRACE_MS - 20 * MINUTE_MS)
    const last = await readRestore()
    advance(6 * MINUTE_MS)
    expect((await restore(last.token)).body).toMatchObject({ code: 'restore_expired' })
    expect(await login()).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })

  it('needs the password, and stays as it is without it', async () => {
    const { remove, me, token } = await newMember()
    expect(await remove({ password: 'wrong horse' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect(await remove({ password: '' })).toMatchObject({ status: 400 })
    expect((await me(token)).status).toBe(200)
  })

  it('is deleted once by two calls at the same time', async () => {
    const { remove, eventsOfMember } = await newMember()
    const responses = await Promise.all([remove(), remove()])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await eventsOfMember()).filter(({ type }) => type === 'member.deactivated')).toHaveLength(1)
  })

  it('leaves no session to a sign-in at the same time', async () => {
    const { remove, login, me } = await newMember()
    const [removed, signedIn] = await Promise.all([remove(), login()])
    expect(removed.status).toBe(200)
    if (signedIn.status === 200) expect((await me(signedIn.body.token)).status).toBe(401)
  })

  it('keeps its username and address', async () => {
    const { remove, register, username, email } = await newMember()
    await remove()
    expect((await register({ username, email: 'new@example.org' })).status).toBe(409)
    expect((await register({ username: 'newcomer', email })).status).toBe(409)
  })
})

describe('an account that its member deactivates', () => {
  const newMember = createMembers()

  it('stays hidden without a date until it is restored', async () => {
    const { deactivate, login, readRestore, restore, advance, sendMails, me, token } = await newMember()
    expect((await deactivate()).body).toEqual({ ok: true })
    expect((await me(token)).status).toBe(401)
    expect(await sendMails()).toMatchObject([{ subject: 'Your Meadow account is deactivated' }])
    advance(400 * DAY_MS)
    expect((await login()).body).toMatchObject({ code: 'account_deactivated', restore: { erasesAt: null } })
    expect((await restore((await readRestore()).token)).status).toBe(200)
  })
})

describe('wrong passwords for a deletion', () => {
  const security = createSecurityEventLog()
  const newMember = createMembers({ isThrottled: true, log: security.log })

  it('are limited for the session, and logged', async () => {
    const { remove, user } = await newMember()
    for (let n = 0; n < 5; n++) expect((await remove({ password: 'wrong horse' })).status).toBe(403)
    expect((await remove()).status).toBe(429)
    expect(security.securityEvents.filter(({ actor }) => actor === user._id).at(-1)).toMatchObject({
      event: 'auth.account_deactivation_refused',
      reason: 'throttled',
    })
  })
})

describe('without mail', () => {
  const newMember = createMembers({ mailTransport: undefined })

  it('an account is deleted, and no mail waits', async () => {
    const { remove, countRows } = await newMember()
    expect((await remove()).status).toBe(200)
    expect(await countRows('mails')).toBe(0)
  })
})
