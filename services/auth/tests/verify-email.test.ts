import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { readAuthConfig } from '../src/config.ts'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'

/** Returns the token of the link in a mail. */
const readToken = (mail: { text: string } | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const REFUSED = { status: 400, body: { code: 'link_invalid' } }

describe('the e-mail address of a new member', () => {
  const auth = shareAcrossTests(openAuth)
  let memberCount = 0

  async function signUp() {
    const started = await auth()
    await started.sendMails()
    const username = `newcomer${++memberCount}`
    const email = `${username}@example.org`
    const response = await started.register({ username, email })
    const { token, user } = response.body as { token: string; user: { _id: string } }
    const browser = readCookie(response, 'device')
    const verify = (link: string, by?: string) =>
      started
        .call()
        .post('/auth/verify-email')
        .set(by ? toBearerHeader(by) : {})
        .send({ token: link })
    const resend = async () => {
      const signedIn = await started.login({ email, password: ann.password }).set('Cookie', browser) // the first token may have expired
      return started.call().post('/auth/verify-email/resend').set(toBearerHeader(signedIn.body.token))
    }
    const verifiedEvents = async () =>
      (await started.publishedEvents()).filter(
        ({ type, subject }) => type === 'member.email-verified' && subject === user._id,
      )
    const isVerified = async () => (await started.me(token)).body.emailVerified
    const mails = await started.sendMails()
    return { ...started, mails, email, token, user, verify, resend, verifiedEvents, isVerified }
  }

  it('is proved by the link of a mail, without a session', async () => {
    const { email, isVerified, mails, verify, verifiedEvents } = await signUp()
    expect(mails).toMatchObject([{ to: email, subject: 'Confirm your email address for Meadow' }])
    expect(mails[0]?.text).toContain('http://localhost:5000/verify-email?token=')
    expect(await isVerified()).toBe(false)
    const response = await verify(readToken(mails[0]))
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(await isVerified()).toBe(true)
    const events = await verifiedEvents()
    expect(events).toMatchObject([{ data: { verifiedAt: expect.any(String) } }])
    expect(JSON.stringify(events)).not.toContain(email)
  })

  it('is not proved by a GET, as scanners of mails send it', async () => {
    const { call, isVerified, mails, verify } = await signUp()
    const token = readToken(mails[0])
    expect((await call().get('/auth/verify-email').query({ token })).status).toBe(404)
    expect((await call().head('/auth/verify-email').query({ token })).status).toBe(404)
    expect(await isVerified()).toBe(false)
    expect((await verify(token)).status).toBe(200)
  })

  it('has a link that works once, also if it is used twice at the same time', async () => {
    const { mails, verify, verifiedEvents } = await signUp()
    const token = readToken(mails[0])
    const responses = await Promise.all([verify(token), verify(token)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await verify(token)).toMatchObject(REFUSED)
    expect(await verifiedEvents()).toHaveLength(1)
  })

  it('has a link that works for a day', async () => {
    const { advance, mails, verify } = await signUp()
    advance(24 * HOUR_MS)
    expect(await verify(readToken(mails[0]))).toMatchObject(REFUSED)
  })

  it('has a link that sets no password, and the link for a password does not prove it', async () => {
    const { call, email, isVerified, mails, sendMails, verify } = await signUp()
    const reset = { token: readToken(mails[0]), password: 'larkspur in june' }
    expect(await call().post('/auth/reset-password').send(reset)).toMatchObject(REFUSED)
    await call().post('/auth/forgot-password').send({ email })
    expect(await verify(readToken((await sendMails())[0]))).toMatchObject(REFUSED)
    expect(await isVerified()).toBe(false)
  })

  it('is not proved in a session of another member, who keeps the link unused', async () => {
    const other = await signUp()
    const { isVerified, mails, token, verify } = await signUp()
    expect(await verify(readToken(mails[0]), other.token)).toMatchObject(REFUSED)
    expect([await isVerified(), await other.isVerified()]).toEqual([false, false])
    expect((await verify(readToken(mails[0]), token)).status).toBe(200)
  })

  it('is not proved by a link that was mailed to an address which the account no longer has', async () => {
    const { isVerified, mails, pool, user, verify } = await signUp()
    const changed = `changed${memberCount}@example.org`
    await pool.query('update accounts set email = $2, email_key = $2 where id = $1', [user._id, changed])
    expect(await verify(readToken(mails[0]))).toMatchObject(REFUSED)
    expect(await isVerified()).toBe(false)
  })

  it('is proved by a reset of the password, too, once', async () => {
    const { call, email, sendMails, mails, verify, verifiedEvents } = await signUp()
    await call().post('/auth/forgot-password').send({ email })
    const token = readToken((await sendMails())[0])
    await call().post('/auth/reset-password').send({ token, password: 'larkspur in june' })
    expect(await verifiedEvents()).toHaveLength(1)
    expect((await verify(readToken(mails[0]))).status).toBe(200)
    expect(await verifiedEvents()).toHaveLength(1)
  })

  it('gets another mail after an hour, whose use ends the other links', async () => {
    const { advance, email, mails, resend, sendMails, verify } = await signUp()
    expect(await resend()).toMatchObject({ status: 202, body: { isSent: false } })
    expect(await sendMails()).toEqual([])
    advance(HOUR_MS)
    expect((await resend()).body).toEqual({ isSent: true })
    const again = await sendMails()
    expect(again).toMatchObject([{ to: email }])
    expect((await verify(readToken(again[0]))).status).toBe(200)
    expect(await verify(readToken(mails[0]))).toMatchObject(REFUSED)
    expect((await resend()).body).toEqual({ isSent: false })
    advance(HOUR_MS)
    expect((await resend()).body).toEqual({ isSent: false })
  })

  it('gets no mail that still waits when it is proved in another way', async () => {
    const { advance, email, mails, resend, sendMails, verify } = await signUp()
    advance(HOUR_MS)
    expect((await resend()).body).toEqual({ isSent: true })
    expect((await verify(readToken(mails[0]))).status).toBe(200)
    expect((await sendMails()).filter(({ to }) => to === email)).toEqual([])
  })

  it.each([
    ['a number', 7],
    ['an object', { $ne: '' }],
    ['nothing', undefined],
    ['200 KB', 'a'.repeat(200_000)],
    ['NUL', 'an\0n'],
    ['another token', 'A'.repeat(43)],
  ])('is not proved by a token that is %s', async (_what, token) => {
    const response = await (await auth()).call().post('/auth/verify-email').send({ token })
    expect(response.status).toBe(400)
    expect(['invalid_request', 'link_invalid']).toContain(response.body.code)
  })

  it('is asked for in the language of the browser', async () => {
    const { call, sendMails } = await signUp()
    const german = { ...ann, username: 'neuling', email: 'neuling@example.org' }
    await call().post('/auth/register').set('Accept-Language', 'de-AT,de;q=0.9').send(german)
    expect(await sendMails()).toMatchObject([{ subject: 'Bestätige deine E-Mail-Adresse für Meadow' }])
  })
})

it('mails nothing where mail is off, or if a registration is refused or only tried', async () => {
  await using off = await openAuth({ mailTransport: undefined })
  const { token, user } = (await off.register()).body
  expect(user).toMatchObject({ emailVerified: false, canVerifyEmail: false })
  expect(await off.countRows('mails')).toBe(0)
  const resend = await off.call().post('/auth/verify-email/resend').set(toBearerHeader(token))
  expect(resend).toMatchObject({ status: 503, body: { code: 'mail_off' } })

  await using on = await openAuth()
  await on.register({ dryRun: true })
  expect((await on.register()).body.user).toMatchObject({ canVerifyEmail: true })
  await on.register({ username: 'other' })
  expect(await on.countRows('mails')).toBe(1)
})

it('tells pages of members who must prove the address before they write, where the installation wants it', async () => {
  await using auth = await openAuth({ requiresVerifiedEmail: true })
  const { token, user } = (await auth.register()).body
  expect(user).toMatchObject({ mustVerifyEmail: true })
  const [mail] = await auth.sendMails()
  await auth
    .call()
    .post('/auth/verify-email')
    .send({ token: readToken(mail) })
  expect((await auth.me(token)).body).not.toHaveProperty('mustVerifyEmail')
})

it('cannot be required where no mail is sent', () => {
  const engines = { STORE_URL: 'postgres://a', BUS_URL: 'postgres://a', STATE_URL: 'postgres://a' }
  expect(readAuthConfig(engines).REQUIRE_VERIFIED_EMAIL).toBe('off')
  expect(() => readAuthConfig({ ...engines, REQUIRE_VERIFIED_EMAIL: 'on' })).toThrow(/MAIL_URL/)
  const mail = { MAIL_URL: 'file:///tmp/mail', REQUIRE_VERIFIED_EMAIL: 'on' }
  expect(readAuthConfig({ ...engines, ...mail }).REQUIRE_VERIFIED_EMAIL).toBe('on')
})

it('limits requests for a link by the address and the network, and the use of links', async () => {
  await using auth = await openAuth({ isThrottled: true, limits: { mailRequestsPerNetwork: 2, mailLinks: 1 } })
  const { token } = (await auth.register()).body
  const resend = () => auth.call().post('/auth/verify-email/resend').set(toBearerHeader(token))
  expect([(await resend()).status, (await resend()).status, (await resend()).status]).toEqual([202, 202, 429])
  const verify = () =>
    auth
      .call()
      .post('/auth/verify-email')
      .send({ token: 'A'.repeat(43) })
  expect([(await verify()).status, (await verify()).status]).toEqual([400, 429])
})
