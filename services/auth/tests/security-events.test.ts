import { describe, expect, it } from '@jest/globals'
import type { MediaStore } from '@meadow/media'
import { createSecurityEventLog } from '@meadow/testing'
import { ann, openAuth, readCookie, readSessionId, toBearerHeader } from './fixtures.ts'

const network = '203.0.113.7'
const right = { email: 'ann', password: ann.password }
const wrong = { email: 'ann', password: 'wrong horse' }

/** Opens auth with Ann, and records the security events that follow. */
async function openRecordedAuth(options: Parameters<typeof openAuth>[0] = {}) {
  const { log, securityEvents } = createSecurityEventLog()
  const auth = await openAuth({ ...options, log })
  const registered = await auth.register().set('X-Forwarded-For', network)
  const { token, user } = registered.body as { token: string; user: { _id: string } }
  const registeredEvent = securityEvents.splice(0)
  const send = (method: 'put' | 'post' | 'delete', path: string, by = token) =>
    auth.call()[method](path).set(toBearerHeader(by)).set('X-Forwarded-For', network)
  return {
    ...auth,
    send,
    registered,
    registeredEvent,
    token,
    sid: readSessionId(token),
    actor: user._id,
    securityEvents,
  }
}

describe('the log of security events', () => {
  it('has registrations and sign-ins, on new and on known devices', async () => {
    await using auth = await openRecordedAuth()
    const { actor, sid } = auth
    const event = 'auth.signed_in'
    expect(auth.registeredEvent).toEqual([{ event, reason: 'registration', actor, network, session: sid }])
    const onNewDevice = await auth.login(right)
    const onKnownDevice = await auth.login(right).set('Cookie', readCookie(auth.registered, 'device'))
    expect(auth.securityEvents).toEqual([
      { event, reason: 'new_device', actor, network, session: readSessionId(onNewDevice.body.token) },
      { event, reason: 'known_device', actor, network, session: readSessionId(onKnownDevice.body.token) },
    ])
  })

  it('has an export once, when a member asks for it', async () => {
    const neverOpened = {} as MediaStore
    await using auth = await openRecordedAuth({ exportFiles: neverOpened })
    const { actor, send } = auth
    for (let n = 0; n < 2; n++) await send('post', '/auth/export').expect(202)
    await send('post', '/auth/export/link').expect(404)
    expect(auth.securityEvents).toEqual([{ event: 'auth.data_exported', reason: 'requested', actor, network }])
  })

  it('has failed and throttled sign-ins, with the limit, and never the name that was typed', async () => {
    const limits = { failedSignInsPerAccountAndNetwork: 1, failedSignInsPerNetwork: 3, failedSignInsPerDevice: 1 }
    await using auth = await openRecordedAuth({ isThrottled: true, limits })
    const { actor, login } = auth
    const deviceCookie = readCookie(auth.registered, 'device')
    await login(wrong)
    await login(wrong)
    await login({ ...wrong, email: 'nobody@example.org' })
    await login({ ...wrong, email: 'someone@example.org' })
    await login({ ...wrong, email: 'another@example.org' })
    for (let n = 0; n < 2; n++) await login(wrong).set('Cookie', deviceCookie)
    const failed = { event: 'auth.sign_in_failed', network }
    const throttled = { event: 'auth.sign_in_throttled', network }
    expect(auth.securityEvents).toEqual([
      { ...failed, reason: 'wrong_password', actor },
      { ...throttled, reason: 'account_and_network', actor },
      { ...failed, reason: 'unknown_name' },
      { ...failed, reason: 'unknown_name' },
      { ...throttled, reason: 'network' },
      { ...failed, reason: 'wrong_password', actor },
      { ...throttled, reason: 'device', actor },
    ])
    expect(JSON.stringify(auth.securityEvents)).not.toMatch(/example|nobody|ann/)
  })

  it('has sessions that ended, with the reason', async () => {
    await using auth = await openRecordedAuth()
    const { actor, sid, securityEvents, send } = auth
    const phone = readSessionId((await auth.login(right)).body.token)
    await auth.login(right)
    securityEvents.splice(0)
    await send('delete', `/auth/sessions/${phone}`)
    await send('delete', '/auth/sessions').send({ password: ann.password })
    await send('post', '/auth/logout')
    const ended = { event: 'auth.session_ended', actor, network }
    expect(securityEvents).toEqual([
      { ...ended, reason: 'ended_by_member', session: phone },
      { event: 'auth.other_sessions_ended', reason: 'ended_by_member', actor, network, session: sid },
      { ...ended, reason: 'signed_out', session: sid },
    ])
  })

  it('has password changes and refused ones', async () => {
    await using auth = await openRecordedAuth({ isThrottled: true, limits: { wrongPasswordsPerSession: 1 } })
    const { actor, sid, send } = auth
    const change = (current: string, token = auth.token) =>
      send('put', '/auth/password', token).send({ current, next: 'larkspur in june' })
    await change('wrong horse')
    await change('wrong horse')
    auth.advance(15 * 60_000)
    const { body } = await change(ann.password, (await auth.refresh(readCookie(auth.registered))).body.token)
    const refused = { event: 'auth.password_change_refused', actor, network, session: sid }
    expect(auth.securityEvents).toEqual([
      { ...refused, reason: 'wrong_password' },
      { ...refused, reason: 'throttled' },
      { event: 'auth.password_changed', actor, network, session: readSessionId(body.token) },
      {
        event: 'auth.other_sessions_ended',
        reason: 'password_changed',
        actor,
        network,
        session: readSessionId(body.token),
      },
    ])
  })

  it('has a refresh cookie that is used again, and cookies that are refused', async () => {
    await using auth = await openRecordedAuth()
    const { actor, sid, securityEvents } = auth
    const cookie = readCookie(auth.registered)
    const refresh = (value: string) => auth.refresh(value).set('X-Forwarded-For', network)
    await refresh(cookie)
    auth.advance(60_000)
    await refresh(cookie)
    await refresh(cookie)
    await refresh('meadow-refresh-5000=nonsense')
    const refused = { event: 'auth.token_refused', network }
    expect(securityEvents).toEqual([
      { event: 'auth.refresh_reused', actor, network, session: sid },
      { event: 'auth.session_ended', reason: 'refresh_reused', actor, network, session: sid },
      { ...refused, reason: 'session_ended', actor, session: sid },
      { ...refused, reason: 'invalid_cookie' },
    ])
  })

  it('has throttled registrations', async () => {
    await using auth = await openRecordedAuth({
      isThrottled: true,
      limits: { registrations: 1, registrationAttempts: 2 },
    })
    const register = () => auth.register({ username: 'ben', email: 'ben@example.org' }).set('X-Forwarded-For', network)
    for (let n = 0; n < 2; n++) expect((await register()).status).toBe(429)
    const throttled = { event: 'auth.registration_throttled', network }
    expect(auth.securityEvents).toEqual([
      { ...throttled, reason: 'registrations' },
      { ...throttled, reason: 'attempts' },
    ])
  })
})
