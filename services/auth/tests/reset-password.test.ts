import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import type { MailFailure } from '../src/mail/mail.ts'
import { cleanUpMails } from '../src/mail/mail-cleanup.ts'
import { MailTransportError, type OutgoingMail } from '../src/mail/mail-transport.ts'
import { ann, openAuth, readCookie } from './fixtures.ts'

const next = 'larkspur in june'
const MINUTE_MS = HOUR_MS / 60

/** Returns the token of the link in a mail. */
const readToken = (mail: { text: string } | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

describe('a forgotten password', () => {
  const auth = shareAcrossTests(openAuth)
  let memberCount = 0

  async function signedUp() {
    const started = await auth()
    await started.sendMails()
    const username = `forgetful${++memberCount}`
    const email = `${username}@example.org`
    const response = await started.register({ username, email })
    await started.sendMails()
    const forgot = (address: string = email) => started.call().post('/auth/forgot-password').send({ email: address })
    const reset = (token: string, password = next) =>
      started.call().post('/auth/reset-password').send({ token, password })
    const browser = readCookie(response, 'device')
    const login = (password: string) => started.login({ email: username, password }).set('Cookie', browser)
    const getLink = async () => {
      await forgot()
      return readToken((await started.sendMails())[0])
    }
    const { token, user } = response.body as { token: string; user: { _id: string } }
    return { ...started, username, email, forgot, reset, login, getLink, cookie: readCookie(response), token, user }
  }

  it('is replaced by the link of a mail, which signs nobody in, ends all sessions and sends a notice', async () => {
    const { email, forgot, reset, login, me, refresh, sendMails, publishedEvents, token, cookie, user } =
      await signedUp()
    const other = await login(ann.password)
    const asked = await forgot()
    expect(asked).toMatchObject({ status: 202, body: { ok: true } })
    const [mail] = await sendMails()
    expect(mail).toMatchObject({ to: email, subject: 'Choose a new Meadow password' })
    expect(mail?.text).toContain('http://localhost:5000/reset-password?token=')

    const response = await reset(readToken(mail))
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.get('Set-Cookie')).toBeUndefined()
    for (const ended of [token, other.body.token]) expect((await me(ended)).status).toBe(401)
    for (const ended of [cookie, readCookie(other)]) expect((await refresh(ended)).status).toBe(401)
    const ends = (await publishedEvents()).filter(({ type, subject }) => /ended/.test(type) && subject === user._id)
    expect(ends).toMatchObject([{ type: 'sessions.ended', data: { memberId: user._id } }])
    expect((await login(ann.password)).status).toBe(401)
    expect((await login(next)).body.user).toMatchObject({ emailVerified: true })
    expect(await sendMails()).toMatchObject([{ to: email, subject: 'Your Meadow password was changed' }])
  })

  it('gives the same response and the same row for an address that no account has, and no mail', async () => {
    const { forgot, pool, sendMails } = await signedUp()
    const [known, unknown] = [await forgot(), await forgot('nobody@example.org')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const { rows } = await pool.query('select kind, account_id, attempts from mails where sent_at is null')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
    expect(await sendMails()).toHaveLength(1)
    expect((await pool.query("select from mails where recipient = 'nobody@example.org'")).rowCount).toBe(0)
  })

  it('stores no token, only its hash', async () => {
    const { pool, getLink } = await signedUp()
    const token = await getLink()
    expect(token).toHaveLength(43)
    const rows = [await pool.query('select * from mails'), await pool.query('select * from mail_links')]
    expect(JSON.stringify(rows.map((result) => result.rows))).not.toContain(token)
    expect(rows[1]?.rows.at(-1)?.token_hash).toHaveLength(32)
  })

  it('writes to the address of the account, not to a look-alike that was typed', async () => {
    const { email, forgot, sendMails } = await signedUp()
    await forgot(email.toUpperCase().replace('F', 'Ｆ'))
    expect((await sendMails()).map(({ to }) => to)).toEqual([email])
  })

  it('takes the host of the link from the public URL, whatever the request says', async () => {
    await using started = await openAuth({ publicUrl: 'https://meadow.example' })
    await started.register()
    await started.sendMails()
    const forged = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' }
    await started.call().post('/auth/forgot-password').set(forged).send({ email: ann.email })
    const [mail] = await started.sendMails()
    expect(mail?.text).toContain('https://meadow.example/reset-password?token=')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  it('has a link that works once', async () => {
    const { getLink, reset, login } = await signedUp()
    const token = await getLink()
    expect((await reset(token)).status).toBe(200)
    expect(await reset(token, 'marigold in may')).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
    expect((await login(next)).status).toBe(200)
  })

  it('accepts one of two concurrent uses of a link', async () => {
    const { getLink, reset, login } = await signedUp()
    const token = await getLink()
    const passwords = [next, 'marigold in may']
    const responses = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const used = passwords[responses.findIndex(({ status }) => status === 200)] ?? ''
    expect((await login(used)).status).toBe(200)
  })

  it('has a link that works for an hour', async () => {
    const { getLink, reset, advance } = await signedUp()
    const token = await getLink()
    advance(60 * MINUTE_MS)
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  })

  it('keeps the link when the new password is refused', async () => {
    const { getLink, reset, username } = await signedUp()
    const token = await getLink()
    for (const weak of ['short', 'password1', username, 'Ann.Berger1984'])
      expect(await reset(token, weak)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    expect((await reset(token)).status).toBe(200)
  })

  it('has a link that ends when the password is changed in the settings', async () => {
    const { call, getLink, reset, token } = await signedUp()
    const link = await getLink()
    const change = { current: ann.password, next: 'marigold in may' }
    await call().put('/auth/password').set('Authorization', `Bearer ${token}`).send(change)
    expect(await reset(link)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  })

  it.each([
    ['a number', 7],
    ['an object', { $ne: '' }],
    ['a list', ['x']],
    ['nothing', undefined],
    ['200 KB', 'a'.repeat(200_000)],
    ['NUL', 'an\0n'],
    ['another token', 'A'.repeat(43)],
  ])('refuses a token that is %s', async (_what, token) => {
    const { call } = await signedUp()
    const response = await call().post('/auth/reset-password').send({ token, password: next })
    expect(response.status).toBe(400)
    expect(['invalid_request', 'link_invalid']).toContain(response.body.code)
  })

  it('mails once an hour for one address, and at once again after the link was used', async () => {
    const { advance, forgot, getLink, reset, sendMails } = await signedUp()
    const token = await getLink()
    await forgot()
    expect(await sendMails()).toEqual([])
    await reset(token)
    await sendMails()
    expect(await getLink()).not.toBe('')
    advance(HOUR_MS)
    expect(await getLink()).not.toBe('')
  })

  it('ends sessions that are opened with the old password at the same time', async () => {
    const { getLink, reset, login, me } = await signedUp()
    const token = await getLink()
    const [changed, ...signIns] = await Promise.all([
      reset(token),
      ...Array.from({ length: 8 }, () => login(ann.password)),
    ])
    expect(changed?.status).toBe(200)
    for (const { status, body } of signIns) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect((await me(body.token)).status).toBe(401)
    }
  })

  it('is mailed in the language of the browser', async () => {
    const { email, call, sendMails } = await signedUp()
    await call().post('/auth/forgot-password').set('Accept-Language', 'de-AT,de;q=0.9,en;q=0.5').send({ email })
    expect((await sendMails())[0]).toMatchObject({ subject: 'Wähle ein neues Passwort für Meadow' })
  })
})

it('says that this installation sends no mail, and stores none', async () => {
  await using started = await openAuth({ mailTransport: undefined })
  await started.register()
  expect((await started.call().get('/auth/mail')).body).toEqual({ delivery: 'off' })
  expect((await started.call().get('/health/ready')).body).toMatchObject({ features: { mail: 'off' } })
  const response = await started.call().post('/auth/forgot-password').send({ email: ann.email })
  expect(response).toMatchObject({ status: 503, body: { code: 'mail_off' } })
  expect(await started.countRows('mails')).toBe(0)
})

it('sends no link for a demo account, for which no password is ever correct', async () => {
  await using started = await openAuth({ demoAccounts: { usernames: ['ann'], isOffered: true } })
  await started.register()
  await started.sendMails()
  await started.call().post('/auth/forgot-password').send({ email: ann.email })
  expect(await started.sendMails()).toEqual([])
})

describe('requests for a mail are limited', () => {
  it('for one address, in the same way whether or not an account has it', async () => {
    await using started = await openAuth({ isThrottled: true, limits: { mailRequestsPerAddress: 2 } })
    await started.register()
    for (const email of [ann.email, 'nobody@example.org']) {
      const forgot = () => started.call().post('/auth/forgot-password').send({ email })
      expect([(await forgot()).status, (await forgot()).status, (await forgot()).status]).toEqual([202, 202, 429])
    }
  })

  it('for one network, and so is the use of links', async () => {
    await using started = await openAuth({ isThrottled: true, limits: { mailRequestsPerNetwork: 2, mailLinks: 1 } })
    const forgot = (email: string, from: string) =>
      started.call().post('/auth/forgot-password').set('X-Forwarded-For', from).send({ email })
    for (const email of ['a@example.org', 'b@example.org'])
      expect((await forgot(email, '203.0.113.7')).status).toBe(202)
    expect((await forgot('c@example.org', '203.0.113.7')).status).toBe(429)
    expect((await forgot('c@example.org', '203.0.113.8')).status).toBe(202)
    const reset = () =>
      started
        .call()
        .post('/auth/reset-password')
        .send({ token: 'A'.repeat(43), password: next })
    expect([(await reset()).status, (await reset()).status]).toEqual([400, 429])
  })
})

it('leaves no mail and no link after an hour', async () => {
  await using started = await openAuth()
  await started.register()
  await started.pool.query('delete from mails') // that of the sign-up
  await started.call().post('/auth/forgot-password').send({ email: ann.email })
  await started.sendMails()
  const { mails, mailLinks } = started.store.ports
  await cleanUpMails({ mails, mailLinks, now: started.now })
  expect([await started.countRows('mails'), await started.countRows('mail_links')]).toEqual([1, 1])
  started.advance(HOUR_MS + 1)
  expect(await cleanUpMails({ mails, mailLinks, now: started.now })).toBe(false)
  expect([await started.countRows('mails'), await started.countRows('mail_links')]).toEqual([0, 0])
})

it('keeps a mail that the server does not accept, and sends it later', async () => {
  const failures: MailFailure[] = ['temporary', 'unknown']
  const sent: string[] = []
  const send = async ({ to }: OutgoingMail) => {
    const failure = failures.shift()
    if (failure) throw new MailTransportError('The mail server did not accept a mail', failure)
    sent.push(to)
  }
  const { log } = createSecurityEventLog()
  await using started = await openAuth({ mailTransport: { kind: 'smtp', send }, log })
  await started.register()
  await started.pool.query('delete from mails') // that of the sign-up
  await started.call().post('/auth/forgot-password').send({ email: ann.email })
  for (const [afterMs, count] of [
    [0, 0],
    [MINUTE_MS / 2 - 1, 0],
    [1, 0], // the second attempt, of which the outcome is unknown
    [HOUR_MS - 1, 0],
    [1, 1],
  ] as const) {
    started.advance(afterMs)
    await started.sendMails()
    expect(sent).toHaveLength(count)
  }
})
