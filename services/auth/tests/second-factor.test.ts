import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type EndedSessionsNotice, newId } from '@meadow/service'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { generateSync } from 'otplib'
import { removeSecondFactor } from '../src/second-factor/remove-second-factor.ts'
import { createTotpEncryption } from '../src/second-factor/totp.ts'
import { createPostgresAuthPorts } from '../src/store.ts'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'
import { openIdentityProvider } from './identity-provider.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const security = createSecurityEventLog()
const WRONG_CODE = { status: 403, body: { code: 'wrong_code' } }
const EXPIRED = { status: 400, body: { code: 'sign_in_expired' } }
const totpEncryption = createTotpEncryption([randomBytes(32)])

let memberCount = 0

async function openAuthWithProvider(options: Parameters<typeof openAuth>[0] = {}) {
  await using opening = new AsyncDisposableStack()
  const google = opening.use(await openIdentityProvider('google'))
  const auth = opening.use(
    await openAuth({ log: security.log, totpEncryption, oauthProviders: [google.provider], ...options }),
  )
  const opened = opening.move()

  /** Signs up a member, whose calls have short names. */
  async function join() {
    const username = `tessa${++memberCount}`
    const email = `${username}@example.org`
    const { body } = await auth.register({ username, email })
    await auth.sendMails()
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, sent: object = {}) =>
      auth.call()[method](path).set(toBearerHeader(body.token)).send(sent)
    const propose = async () => (await send('post', '/auth/totp', { password: ann.password })).body.secret as string
    const confirm = (code: string) => send('put', '/auth/totp', { code })
    const subjects = async () => (await auth.sendMails()).filter(({ to }) => to === email).map(({ subject }) => subject)
    /** Code of the app at the time of the clock, and `steps` later. */
    const codeOf = (secret: string, steps = 0) =>
      generateSync({ secret, epoch: Math.floor((auth.now().getTime() + steps * STEP_MS) / 1_000) })
    /** Turns the app on. The next step begins, so that its code is a new one. */
    const turnOn = async () => {
      const secret = await propose()
      const { recoveryCodes } = (await confirm(codeOf(secret))).body as { recoveryCodes: string[] }
      auth.advance(STEP_MS)
      await auth.sendMails()
      return { secret, recoveryCodes }
    }
    const logIn = (password = ann.password) => auth.login({ email: username, password, remember: true })
    /** Begins a sign-in. Returns the token of its second step. */
    const begin = async () => (await logIn()).body.secondFactor?.token as string
    const finish = (token: string, code: string) => auth.call().post('/auth/second-factor').send({ token, code })
    const id = body.user._id as string
    const eventsOf = () => security.securityEvents.filter(({ actor }) => actor === id)
    return {
      ...auth,
      id,
      username,
      email,
      token: body.token as string,
      send,
      propose,
      confirm,
      subjects,
      codeOf,
      turnOn,
      logIn,
      begin,
      finish,
      eventsOf,
    }
  }

  const goThroughGoogle = async (sub: string, claims: Record<string, unknown>, path = '/auth/oauth/google') => {
    const started = await auth.call().get(path)
    const cookie = readCookie(started, 'oauth')
    const visited = await google.visit(started.get('Location') ?? '', { sub, claims })
    const back = await auth
      .call()
      .get(`${visited.pathname.replace('/api', '')}${visited.search}`)
      .set('Cookie', cookie)
    const code = new URL(back.get('Location') ?? '', 'http://localhost:5000').searchParams.get('token') ?? ''
    return {
      code,
      cookie,
      exchange: () => auth.call().post('/auth/oauth/exchange').set('Cookie', cookie).send({ code }),
    }
  }
  return { ...auth, join, goThroughGoogle, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const auth = shareAcrossTests(openAuthWithProvider)
const join = async () => (await auth()).join()

describe('an authenticator app', () => {
  it('is on only after its first code, which a mail tells', async () => {
    const { propose, confirm, codeOf, logIn, send, subjects, eventsOf } = await join()
    const secret = await propose()
    expect((await logIn()).status).toBe(200)
    expect((await send('get', '/auth/totp')).body).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await confirm('000000')).toMatchObject(WRONG_CODE)
    expect((await logIn()).status).toBe(200)
    const confirmed = await confirm(codeOf(secret))
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect((await send('get', '/auth/totp')).body).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect(await logIn()).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    expect(await subjects()).toContain('Your Meadow account has an authenticator app now')
    expect(eventsOf().map(({ event }) => event)).toContain('auth.second_factor_changed')
  })

  it('is set up with a proof, once, and within 15 minutes', async () => {
    const { send, propose, confirm, codeOf, advance, call, logIn, turnOn } = await join()
    expect(await send('post', '/auth/totp')).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    const { body } = await send('post', '/auth/totp', { password: ann.password })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Meadow:tessa\d+\?/)
    expect(new URL(body.uri).searchParams.get('secret')).toBe(body.secret)
    const second = await propose()
    expect(await confirm(codeOf(body.secret))).toMatchObject(WRONG_CODE) // that of the first one
    await turnOn()
    expect(await send('post', '/auth/totp', { password: ann.password })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_on' },
    })
    await send('delete', '/auth/totp', { password: ann.password })
    const late = await propose()
    advance(15 * MINUTE_MS)
    const { token } = (await logIn()).body
    const confirmed = await call()
      .put('/auth/totp')
      .set(toBearerHeader(token))
      .send({ code: codeOf(late) })
    expect(confirmed).toMatchObject({ status: 400, body: { code: 'setup_expired' } })
    expect(second).not.toBe(late)
  })

  it('is turned off with a proof, after which the password is enough', async () => {
    const { send, turnOn, begin, finish, codeOf, logIn, subjects } = await join()
    const { secret, recoveryCodes } = await turnOn()
    const waiting = await begin()
    expect(await send('delete', '/auth/totp')).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    expect((await send('delete', '/auth/totp', { password: ann.password })).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    expect(await subjects()).toContain('Your Meadow account has no authenticator app any more')
    for (const code of [codeOf(secret), recoveryCodes[0] ?? ''])
      expect(await finish(waiting, code)).toMatchObject(EXPIRED)
    expect(await send('delete', '/auth/totp', { password: ann.password })).toMatchObject({ status: 409 })
    const again = await turnOn()
    expect(await finish(await begin(), recoveryCodes[0] ?? '')).toMatchObject(WRONG_CODE)
    expect((await finish(await begin(), codeOf(again.secret))).status).toBe(200)
  })

  it('has its secret encrypted in the store, and its recovery codes as hashes', async () => {
    const { turnOn, pool } = await join()
    const { secret, recoveryCodes } = await turnOn()
    for (const table of ['totp_secrets', 'recovery_codes']) {
      const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`)
      for (const trace of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(trace)
    }
  })
})

describe('an operator', () => {
  /** Removes the second factor of a member. Returns the notices about ended sessions. */
  async function remove({ pool, now, username }: Awaited<ReturnType<typeof join>>, name = username) {
    const notices: EndedSessionsNotice[] = []
    const endedSessions = { publish: async (notice: EndedSessionsNotice) => void notices.push(notice) }
    const deps = { ...createPostgresAuthPorts(pool, { now, newId }), endedSessions, log: security.log, now, newId }
    await removeSecondFactor(deps, { username: name, origin: 'https://meadow.example' })
    return notices
  }

  it('removes the second factor of a member who lost it: all sessions end, and a mail tells the member', async () => {
    const member = await join()
    const { turnOn, begin, logIn, subjects, publishedEvents, id, eventsOf, finish } = member
    const { recoveryCodes } = await turnOn()
    const waiting = await begin()
    const notices = await remove(member)
    expect(notices).toMatchObject([{ memberId: id }])
    expect(await subjects()).toEqual(['Your Meadow account has no authenticator app any more'])
    expect(await publishedEvents({ _id: id })).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'sessions.ended' })]),
    )
    expect(eventsOf()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'auth.second_factor_changed', reason: 'removed_by_operator' }),
        expect.objectContaining({ event: 'auth.other_sessions_ended', reason: 'second_factor_removed' }),
      ]),
    )
    expect(await finish(waiting, recoveryCodes[0] ?? '')).toMatchObject(EXPIRED)
    expect((await logIn()).status).toBe(200)
  })

  it('is told about a member who does not exist, or has no authenticator app, and changes nothing', async () => {
    const member = await join()
    const { me, token, username } = member
    await expect(remove(member, 'nobody-at-all')).rejects.toThrow('There is no member nobody-at-all')
    await expect(remove(member)).rejects.toThrow(`${username} has no authenticator app`)
    expect((await me(token)).status).toBe(200)
  })
})

describe('a sign-in with a second factor', () => {
  it('opens no session before the code, and keeps "Remember me"', async () => {
    const { turnOn, logIn, finish, codeOf, me, now } = await join()
    const { secret } = await turnOn()
    const refused = await logIn()
    expect(refused.body).not.toHaveProperty('token')
    expect(readCookie(refused)).toBe('')
    const { token, expiresAt } = refused.body.secondFactor
    expect(expiresAt).toBe(new Date(now().getTime() + 10 * MINUTE_MS).toISOString())
    const finished = await finish(token, codeOf(secret))
    expect((await me(finished.body.token)).status).toBe(200)
    expect((finished.get('Set-Cookie') ?? []).find((cookie) => cookie.includes('refresh'))).toContain('Max-Age=')
  })

  it('takes a code once, whatever sign-in it is for, also at the same time', async () => {
    const { turnOn, begin, finish, codeOf } = await join()
    const { secret } = await turnOn()
    const [first, second, third] = [await begin(), await begin(), await begin()]
    const code = codeOf(secret)
    const responses = await Promise.all([finish(first, code), finish(second, code)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await finish(third, code)).toMatchObject(WRONG_CODE)
    expect(await finish(third, codeOf(secret, -1))).toMatchObject(WRONG_CODE) // an earlier one does not count any more either
    expect((await finish(third, codeOf(secret, 1))).status).toBe(200)
  })

  it('does not take the code that turned the app on', async () => {
    const { propose, confirm, codeOf, begin, finish } = await join()
    const secret = await propose()
    await confirm(codeOf(secret))
    expect(await finish(await begin(), codeOf(secret))).toMatchObject(WRONG_CODE)
  })

  it('takes the codes one step earlier and later, and no others', async () => {
    const { turnOn, begin, finish, codeOf, advance } = await join()
    const { secret } = await turnOn()
    advance(5 * STEP_MS)
    for (const steps of [-2, 2]) expect(await finish(await begin(), codeOf(secret, steps))).toMatchObject(WRONG_CODE)
    for (const steps of [-1, 1]) expect((await finish(await begin(), codeOf(secret, steps))).status).toBe(200)
  })

  it('takes a recovery code once, typed as people do, and tells its owner', async () => {
    const { turnOn, begin, finish, send, subjects, eventsOf } = await join()
    const { recoveryCodes } = await turnOn()
    const [code = ''] = recoveryCodes
    expect((await finish(await begin(), ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect(await finish(await begin(), code)).toMatchObject(WRONG_CODE)
    expect((await send('get', '/auth/totp')).body).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    expect(await subjects()).toContain('A recovery code of your Meadow account was used')
    expect(eventsOf().map(({ event }) => event)).toContain('auth.recovery_code_used')
  })

  it('is finished once, within ten minutes, and not after another password', async () => {
    const { turnOn, begin, finish, codeOf, advance, send } = await join()
    const { secret } = await turnOn()
    const used = await begin()
    expect((await finish(used, codeOf(secret))).status).toBe(200)
    expect(await finish(used, codeOf(secret, 1))).toMatchObject(EXPIRED)
    const outdated = await begin()
    advance(1_000)
    await send('put', '/auth/password', { current: ann.password, next: 'larkspur in june' })
    expect(await finish(outdated, codeOf(secret, 1))).toMatchObject(EXPIRED)
    const other = await join()
    const { secret: otherSecret } = await other.turnOn()
    const late = await other.begin()
    other.advance(10 * MINUTE_MS)
    expect(await other.finish(late, other.codeOf(otherSecret))).toMatchObject(EXPIRED)
    expect(await other.finish('A'.repeat(43), other.codeOf(otherSecret))).toMatchObject(EXPIRED)
  })

  it('is needed after a reset of the password, too', async () => {
    const { turnOn, call, sendMails, email, logIn } = await join()
    await turnOn()
    await call().post('/auth/forgot-password').send({ email })
    const link = /token=([\w-]+)/.exec((await sendMails()).find(({ to }) => to === email)?.text ?? '')?.[1]
    const reset = await call().post('/auth/reset-password').send({ token: link, password: 'larkspur in june' })
    expect(reset.status).toBe(200)
    expect(await logIn('larkspur in june')).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
  })

  it('is needed after a sign-in through a provider, too', async () => {
    const { goThroughGoogle } = await auth()
    const { turnOn, call, email, username, finish, codeOf, me, send, advance } = await join()
    const { secret } = await turnOn()
    const { code, cookie, exchange } = await goThroughGoogle(username, { email, email_verified: true })
    expect((await exchange()).body).toMatchObject({ link: { provider: 'google' } })
    const linked = await call().post('/auth/oauth/link').set('Cookie', cookie).send({ code, password: ann.password })
    expect(linked).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    const connected = async () => (await send('get', '/auth/oauth/connected')).body.providers as object[]
    expect(await connected()).toEqual([])
    expect(await finish(linked.body.secondFactor.token, '000000')).toMatchObject(WRONG_CODE)
    expect(await connected()).toEqual([])
    const proven = await finish(linked.body.secondFactor.token, codeOf(secret))
    expect(proven.body.user).toMatchObject({ username, emailVerified: true })
    expect(await connected()).toMatchObject([{ provider: 'google' }])
    advance(STEP_MS)
    const again = await (await goThroughGoogle(username, { email, email_verified: true })).exchange()
    expect(again).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    const finished = await finish(again.body.secondFactor.token, codeOf(secret))
    expect((await me(finished.body.token)).status).toBe(200)
  })

  it('comes before the way back into a deactivated account', async () => {
    const { turnOn, send, logIn, finish, codeOf } = await join()
    const { secret } = await turnOn()
    await send('post', '/auth/account/deactivate', { password: ann.password })
    const refused = await logIn()
    expect(refused.body).toMatchObject({ code: 'second_factor_required' })
    expect(refused.body).not.toHaveProperty('restore')
    expect(await finish(refused.body.secondFactor.token, codeOf(secret))).toMatchObject({
      status: 403,
      body: { code: 'account_deactivated', restore: { token: expect.any(String) } },
    })
  })
})

describe('wrong codes', () => {
  it('are limited to five in 15 minutes for an account, over all its sign-ins', async () => {
    await using limited = await openAuthWithProvider({ isThrottled: true })
    const { turnOn, begin, finish, codeOf, eventsOf, advance } = await limited.join()
    const { secret } = await turnOn()
    for (let n = 0; n < 5; n++) expect(await finish(await begin(), 'aaaaa-aaaaa')).toMatchObject(WRONG_CODE)
    expect((await finish(await begin(), codeOf(secret))).status).toBe(429)
    expect(eventsOf().at(-1)).toMatchObject({ event: 'auth.sign_in_throttled', reason: 'second_factor' })
    advance(15 * MINUTE_MS)
    expect((await finish(await begin(), codeOf(secret))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('are made anew with a proof; the earlier ones end, which a mail tells', async () => {
    const { turnOn, send, begin, finish, subjects } = await join()
    const { recoveryCodes } = await turnOn()
    expect(await send('post', '/auth/recovery-codes')).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    const renewed = await send('post', '/auth/recovery-codes', { password: ann.password })
    expect(new Set([...recoveryCodes, ...renewed.body.recoveryCodes]).size).toBe(20)
    expect(await finish(await begin(), recoveryCodes[0] ?? '')).toMatchObject(WRONG_CODE)
    expect((await finish(await begin(), renewed.body.recoveryCodes[0])).status).toBe(200)
    expect(await subjects()).toContain('New recovery codes for your Meadow account')
  })

  it('do not exist without an authenticator app', async () => {
    const { send } = await join()
    const refused = await send('post', '/auth/recovery-codes', { password: ann.password })
    expect(refused).toMatchObject({ status: 409, body: { code: 'second_factor_off' } })
  })
})
