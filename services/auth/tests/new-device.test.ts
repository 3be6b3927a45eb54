import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth, readCookie } from './fixtures.ts'

const auth = shareAcrossTests(openAuth)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

let count = 0

/** Signs up a new member. `signIn` is that of a browser with a cookie, or of one without. */
async function signUp() {
  const started = await auth()
  await started.sendMails()
  const username = `nadia${++count}`
  const email = `${username}@example.org`
  const registered = await started.register({ username, email })
  const [welcome, ...others] = await started.sendMails()
  expect(welcome).toMatchObject({ to: email, subject: 'Confirm your email address for Meadow' })
  expect(others).toEqual([]) // never for the sign-up
  const signIn = (cookie = '', userAgent = FIREFOX, password = ann.password) =>
    started.login({ email, password }).set('Cookie', cookie).set('User-Agent', userAgent)
  return { ...started, username, email, signIn, cookie: readCookie(registered, 'device') }
}

describe('a sign-in on a new device', () => {
  it('is told to the owner of the account, with the device, the time, and the way to end it', async () => {
    const { signIn, sendMails, email, now } = await signUp()
    await signIn().expect(200)
    const mails = await sendMails()
    expect(mails).toMatchObject([{ to: email, subject: 'New sign-in to your Meadow account' }])
    const time = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(now())
    expect(mails[0]?.text).toContain(`on a new device: Firefox on Linux, on ${time}.`)
    expect(time).toMatch(/UTC$/)
    expect(mails[0]?.text).toContain('http://localhost:5000/forgot-password')
  })

  it('is told in the language of the browser', async () => {
    const { signIn, sendMails } = await signUp()
    await signIn().set('Accept-Language', 'de-AT').expect(200)
    expect(await sendMails()).toMatchObject([{ subject: 'Neue Anmeldung bei deinem Meadow-Konto' }])
  })

  it('is told once in an hour for devices with the same name, and at once for another one', async () => {
    const { signIn, sendMails, advance } = await signUp()
    await signIn().expect(200)
    expect(await sendMails()).toHaveLength(1)
    await signIn().expect(200)
    expect(await sendMails()).toEqual([])
    await signIn('', SAFARI).expect(200)
    expect(await sendMails()).toHaveLength(1)
    advance(3_600_000)
    await signIn().expect(200)
    expect(await sendMails()).toHaveLength(1)
  })

  it('is told once for two sign-ins at the same time', async () => {
    const { signIn, sendMails } = await signUp()
    await Promise.all([signIn().expect(200), signIn().expect(200)])
    expect(await sendMails()).toHaveLength(1)
  })

  it('is told when it restores a deactivated account', async () => {
    const { signIn, sendMails, call, cookie } = await signUp()
    const { token } = (await signIn(cookie)).body
    const remove = call().post('/auth/account/deactivate').set('Authorization', `Bearer ${token}`)
    await remove.send({ password: ann.password }).expect(200)
    await sendMails()
    const refused = await signIn()
    expect(await sendMails()).toEqual([]) // it was refused
    const restore = call().post('/auth/account/restore').set('User-Agent', FIREFOX)
    await restore.send({ token: refused.body.restore.token }).expect(200)
    expect(await sendMails()).toMatchObject([{ subject: 'New sign-in to your Meadow account' }])
  })
})

describe('no mail is sent', () => {
  it('for a device that is known by its cookie, also with another version of the browser', async () => {
    const { signIn, sendMails, cookie } = await signUp()
    await signIn(cookie, FIREFOX).expect(200)
    await signIn(cookie, FIREFOX.replaceAll('140', '141')).expect(200)
    expect(await sendMails()).toEqual([])
  })

  it('for a device that became known by its first sign-in', async () => {
    const { signIn, sendMails, advance } = await signUp()
    const first = await signIn().expect(200)
    await sendMails()
    advance(2 * 3_600_000)
    await signIn(readCookie(first, 'device')).expect(200)
    expect(await sendMails()).toEqual([])
  })

  it('for a wrong password', async () => {
    const { signIn, sendMails } = await signUp()
    await signIn('', FIREFOX, 'wrong horse').expect(401)
    expect(await sendMails()).toEqual([])
  })
})

it('is told to each member of a shared browser who is new in it', async () => {
  const other = await signUp()
  const { signIn, sendMails, email } = await signUp()
  await signIn(other.cookie).expect(200)
  expect(await sendMails()).toMatchObject([{ to: email }])
})
