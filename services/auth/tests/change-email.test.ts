import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const readToken = (mail: { text: string } | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const REFUSED = { status: 400, body: { code: 'link_invalid' } }

describe('a change of the e-mail address', () => {
  const auth = shareAcrossTests(openAuth)
  let memberCount = 0

  async function signUp({ isVerified = true } = {}) {
    const started = await auth()
    await started.sendMails()
    const username = `mover${++memberCount}`
    const [old, next] = [`${username}@example.org`, `${username}@example.net`]
    const { token, user } = (await started.register({ username, email: old })).body as {
      token: string
      user: { _id: string }
    }
    const [welcome] = await started.sendMails()
    const post = (path: string, link: string, by?: string) =>
      started
        .call()
        .post(path)
        .set(by ? toBearerHeader(by) : {})
        .send({ token: link })
    if (isVerified) await post('/auth/verify-email', readToken(welcome))
    const change = (email = next, password = ann.password) =>
      started.call().put('/auth/email').set(toBearerHeader(token)).send({ email, password })
    const ask = async (email?: string) => {
      expect(await change(email)).toMatchObject({ status: 202, body: { ok: true } })
      const mails = await started.sendMails()
      const linkTo = (address: string) => readToken(mails.find(({ to }) => to === address))
      return { mails, toNew: linkTo(email ?? next), toOld: linkTo(old) }
    }
    const confirm = (link: string, by?: string) => post('/auth/email/confirm', link, by)
    const refuse = (link: string) => post('/auth/email/refuse', link)
    const read = async () => (await started.me(token)).body
    return { ...started, old, next, token, user, change, ask, confirm, refuse, read, welcome }
  }

  it('counts when both addresses have confirmed it, and tells the old one', async () => {
    const { ask, confirm, login, next, old, publishedEvents, read, sendMails, user } = await signUp()
    const { mails, toNew, toOld } = await ask()
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      [next, 'Confirm your new email address for Meadow'],
      [old, 'Allow the change of your email address for Meadow?'],
    ])
    expect(mails.find(({ to }) => to === old)?.text).toContain(next)
    expect(await read()).toMatchObject({ email: old, pendingEmail: next })
    expect((await confirm(toNew)).body).toEqual({ isChanged: false })
    expect(await read()).toMatchObject({ email: old, pendingEmail: next })
    expect((await confirm(toOld)).body).toEqual({ isChanged: true })
    const changed = await read()
    expect(changed).toMatchObject({ email: next, emailVerified: true })
    expect(changed).not.toHaveProperty('pendingEmail')
    expect(await sendMails()).toMatchObject([{ to: old, subject: 'Your email address for Meadow was changed' }])
    expect((await login({ email: old, password: ann.password })).status).toBe(401)
    expect((await login({ email: next, password: ann.password })).status).toBe(200)
    const verified = (await publishedEvents()).filter(
      ({ type, subject }) => type === 'member.email-verified' && subject === user._id,
    )
    expect(verified).toHaveLength(2)
    for (const used of [toNew, toOld]) expect(await confirm(used)).toMatchObject(REFUSED)
  })

  it('needs the new address alone if the old one was never proved', async () => {
    const { ask, confirm, next, old, read, sendMails } = await signUp({ isVerified: false })
    const { mails, toNew } = await ask()
    expect(mails.map(({ to }) => to)).toEqual([next])
    expect((await confirm(toNew)).body).toEqual({ isChanged: true })
    expect(await read()).toMatchObject({ email: next, emailVerified: true })
    expect(await sendMails()).toMatchObject([{ to: old }])
  })

  it('is refused by the old address, after which no link works', async () => {
    const { ask, confirm, old, read, refuse } = await signUp()
    const { toNew, toOld } = await ask()
    expect(await refuse(toNew)).toMatchObject(REFUSED)
    await confirm(toNew)
    expect(await refuse(toOld)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await read()).toMatchObject({ email: old, emailVerified: true })
    for (const used of [toNew, toOld]) expect(await confirm(used)).toMatchObject(REFUSED)
  })

  it('needs the password, and a new address', async () => {
    const { change, next, old, read, sendMails } = await signUp()
    expect(await change(next, 'wrong horse')).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect(await change('nonsense')).toMatchObject({ status: 400, body: { fields: { email: 'Email is invalid' } } })
    expect((await change(old.toUpperCase())).status).toBe(202)
    expect(await read()).not.toHaveProperty('pendingEmail')
    expect(await sendMails()).toEqual([])
  })

  it('reveals nothing about an address that another account has, which gets no mail and stays its own', async () => {
    const other = await signUp()
    const { ask, change, confirm, next, old } = await signUp()
    const taken = await ask(other.old)
    expect(taken.mails.map(({ to }) => to)).toEqual([old])
    expect(await confirm(taken.toOld)).toMatchObject({ status: 200, body: { isChanged: false } })
    const [free, known] = [await change(next), await change(other.old)]
    expect([known.status, known.body]).toEqual([free.status, free.body])
  })

  it('is refused if another account takes the address while it waits', async () => {
    const { ask, confirm, next, old, read, register } = await signUp({ isVerified: false })
    const { toNew } = await ask()
    expect((await register({ username: `taker${memberCount}`, email: next })).status).toBe(201)
    expect(await confirm(toNew)).toMatchObject(REFUSED)
    expect(await read()).toMatchObject({ email: old })
  })

  it('ends with another one, with the current address, and with its time', async () => {
    const { advance, ask, change, confirm, login, me, old, read } = await signUp({ isVerified: false })
    const first = await ask()
    const second = await ask(`other${memberCount}@example.net`)
    expect(await confirm(first.toNew)).toMatchObject(REFUSED)
    await change(old)
    expect(await confirm(second.toNew)).toMatchObject(REFUSED)
    expect(await read()).not.toHaveProperty('pendingEmail')
    const third = await ask()
    advance(24 * HOUR_MS)
    expect(await confirm(third.toNew)).toMatchObject(REFUSED)
    advance(24 * HOUR_MS)
    const { token } = (await login({ email: old, password: ann.password })).body
    expect((await me(token)).body).not.toHaveProperty('pendingEmail')
  })

  it('is not confirmed in a session of another member, by the link of another purpose, or by a GET', async () => {
    const other = await signUp()
    const { ask, call, confirm, token, welcome } = await signUp({ isVerified: false })
    const { toNew } = await ask()
    expect(await confirm(toNew, other.token)).toMatchObject(REFUSED)
    expect(await confirm(readToken(welcome))).toMatchObject(REFUSED)
    expect(await call().post('/auth/verify-email').send({ token: toNew })).toMatchObject(REFUSED)
    expect((await call().get('/auth/email/confirm').query({ token: toNew })).status).toBe(404)
    expect((await confirm(toNew, token)).body).toEqual({ isChanged: true })
  })

  it('makes the links to the old address void: that for a password, and that which proves it', async () => {
    const { ask, call, confirm, old, sendMails, welcome } = await signUp({ isVerified: false })
    await call().post('/auth/forgot-password').send({ email: old })
    const [reset] = await sendMails()
    await confirm((await ask()).toNew)
    const password = { token: readToken(reset), password: 'larkspur in june' }
    expect(await call().post('/auth/reset-password').send(password)).toMatchObject(REFUSED)
    expect(
      await call()
        .post('/auth/verify-email')
        .send({ token: readToken(welcome) }),
    ).toMatchObject(REFUSED)
  })

  it('happens once when both links are used at the same time', async () => {
    const { ask, confirm, next, read } = await signUp()
    const { toNew, toOld } = await ask()
    const answers = await Promise.all([confirm(toNew), confirm(toOld)])
    expect(answers.map(({ body }) => body.isChanged).toSorted()).toEqual([false, true])
    expect(await read()).toMatchObject({ email: next })
  })
})

it('is off where no mail is sent, and limited by the address and by wrong passwords', async () => {
  await using off = await openAuth({ mailTransport: undefined })
  const change = (auth: typeof off, token: string, password = ann.password) =>
    auth.call().put('/auth/email').set(toBearerHeader(token)).send({ email: 'new@example.org', password })
  expect(await change(off, (await off.register()).body.token)).toMatchObject({
    status: 503,
    body: { code: 'mail_off' },
  })

  const limits = { mailRequestsPerAddress: 1, wrongPasswordsPerSession: 1 }
  await using auth = await openAuth({ isThrottled: true, limits })
  const { token } = (await auth.register()).body
  expect([(await change(auth, token)).status, (await change(auth, token)).status]).toEqual([202, 429])
  const wrong = [await change(auth, token, 'wrong horse'), await change(auth, token, 'wrong horse')]
  expect(wrong.map(({ status }) => status)).toEqual([403, 429])
})
