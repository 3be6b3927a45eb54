import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import type request from 'supertest'
import { createOAuthProviders, readAuthConfig } from '../src/config.ts'
import { ann, openAuth, readCookie, readTokenSession, toBearerHeader } from './fixtures.ts'
import { openIdentityProvider } from './identity-provider.ts'

const engines = { STORE_URL: 'postgres://a', BUS_URL: 'postgres://a', STATE_URL: 'postgres://a' }

type Claims = { email?: string; email_verified?: unknown; name?: string; preferred_username?: string }
const failed = { status: 400, body: { code: 'oauth_failed', error: 'OAuth sign-in failed' } }

/** Opens auth with Google and GitHub, both on ports of this machine. */
async function openAuthWithProviders(options: Parameters<typeof openAuth>[0] = {}) {
  await using opening = new AsyncDisposableStack()
  const google = opening.use(await openIdentityProvider('google'))
  const github = opening.use(await openIdentityProvider('github'))
  const auth = opening.use(await openAuth({ ...options, oauthProviders: [google.provider, github.provider] }))
  const opened = opening.move()

  const begin = (path: string, cookie = '') => auth.call().get(path).set('Cookie', cookie)
  const comeBack = (url: URL, cookie: string) =>
    auth
      .call()
      .get(`${url.pathname.replace('/api', '')}${url.search}`)
      .set('Cookie', cookie)
  const exchange = (code: string, cookie: string) =>
    auth.call().post('/auth/oauth/exchange').set('Cookie', cookie).send({ code })
  /** Goes to a provider and back. Returns the one-time code and the cookie of the browser. */
  async function goThrough(provider: 'google' | 'github', sub: string, claims: Record<string, unknown>, query = '') {
    const started = await begin(`/auth/oauth/${provider}${query}`)
    const cookie = readCookie(started, 'oauth')
    const visited = await { google, github }[provider].visit(started.get('Location') ?? '', { sub, claims })
    const page = readPage(await comeBack(visited, cookie))
    return { ...page, cookie, visited }
  }
  return {
    ...auth,
    google,
    github,
    begin,
    comeBack,
    exchange,
    goThrough,
    goThroughGoogle: (sub: string, claims: Claims = {}, query = '') => goThrough('google', sub, claims, query),
    goThroughGitHub: (user: object, emails: unknown) => goThrough('github', 'octo', { user, emails }),
    registerBy: (code: string, cookie: string, body: object) =>
      auth
        .call()
        .post('/auth/oauth/register')
        .set('Cookie', cookie)
        .send({ code, ...body }),
    linkBy: (code: string, cookie: string, password: string) =>
      auth.call().post('/auth/oauth/link').set('Cookie', cookie).send({ code, password }),
    connected: (token: string) => auth.call().get('/auth/oauth/connected').set(toBearerHeader(token)),
    /** Creates a proof for a member without a password, by the code of a mail. */
    async prove(token: string): Promise<string> {
      const post = (path: string, body: object) => auth.call().post(path).set(toBearerHeader(token)).send(body)
      await post('/auth/reauthenticate/code', {})
      const mail = (await auth.sendMails()).find(({ subject }) => subject === 'Your code for Meadow')
      return (await post('/auth/reauthenticate', { code: /\d{6}/.exec(mail?.text ?? '')?.[0] })).body.proof
    },
    disconnect: (token: string, provider: string, body: object = {}) =>
      auth.call().delete(`/auth/oauth/${provider}`).set(toBearerHeader(token)).send(body),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Reads the page to which a response leads. */
function readPage(response: request.Response) {
  expect(response.status).toBe(302)
  const url = new URL(response.get('Location') ?? '', 'http://localhost:5000')
  expect([url.origin, url.pathname]).toEqual(['http://localhost:5000', '/oauth/callback'])
  const { token: code = '', error, next } = Object.fromEntries(url.searchParams)
  return { code, error, next }
}

/** Reads the token of the mail with the link for a new password, among the mails of all members. */
const readResetToken = (mails: readonly { to: string; subject: string; text: string }[], email: string) =>
  /token=([\w-]+)/.exec(
    mails.find(({ to, subject }) => to === email && subject === 'Choose a new Meadow password')?.text ?? '',
  )?.[1]

let count = 0
const createPerson = () => {
  const name = `wanda${++count}`
  return { name, email: `${name}@example.org`, sub: `google-${count}` }
}

const auth = shareAcrossTests(openAuthWithProviders)

/** Signs up a new member through Google. */
async function signUpThroughGoogle() {
  const started = await auth()
  const { name, email, sub } = createPerson()
  const claims = { email, email_verified: true, name: 'Wanda Novák' }
  const { code, cookie } = await started.goThroughGoogle(sub, claims)
  const offer = await started.exchange(code, cookie)
  const response = await started.registerBy(code, cookie, { username: name, fullName: 'Wanda Novák' })
  return { ...started, name, email, sub, claims, code, cookie, offer, response }
}

describe('a sign-in through a provider', () => {
  it('goes to the provider with PKCE, state and nonce, which only this browser can use', async () => {
    const { begin } = await auth()
    const response = await begin('/auth/oauth/google?next=/post/7')
    expect(response.status).toBe(302)
    const url = new URL(response.get('Location') ?? '')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'meadow',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:5000/api/auth/oauth/google/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [cookie = ''] = response.get('Set-Cookie') ?? []
    expect(cookie).toMatch(/^meadow-oauth-5000=[\w-]{43}; Max-Age=1800; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    expect(response.get('Referrer-Policy')).toBe('no-referrer')
    expect(response.get('Cache-Control')).toBe('no-store')
  })

  it('registers a new member without a password, with the address that the provider has verified', async () => {
    const { offer, response, email, name, publishedEvents, me } = await signUpThroughGoogle()
    expect(offer.body).toEqual({
      registration: { provider: 'google', username: 'wanda.novak', fullName: 'Wanda Novák', email },
    })
    expect(response).toMatchObject({
      status: 201,
      body: { user: { username: name, fullName: 'Wanda Novák', email, emailVerified: true } },
    })
    expect(readCookie(response)).not.toBe('')
    expect((await me(response.body.token)).body).toMatchObject({ username: name })
    const registered = (await publishedEvents()).filter(({ subject }) => subject === response.body.user._id)
    expect(registered).toMatchObject([{ type: 'member.registered', data: { username: name } }])
  })

  it('signs in to the same account the next time, also after the address at the provider has changed', async () => {
    const { response, goThroughGoogle, exchange, sub, name, email } = await signUpThroughGoogle()
    const again = await goThroughGoogle(
      sub,
      { email: 'other@example.org', email_verified: true },
      '?next=/post/7&remember=true',
    )
    expect(again).toMatchObject({ error: undefined, next: '/post/7' })
    const signedIn = await exchange(again.code, again.cookie)
    expect(signedIn).toMatchObject({ status: 200, body: { user: { username: name, email } } })
    expect(readTokenSession(signedIn.body.token).sub).toBe(response.body.user._id)
    expect((signedIn.get('Set-Cookie') ?? []).join()).toMatch(/meadow-refresh-5000=[^;]+; Max-Age=2592000/)
  })

  it('takes the primary address from the API of GitHub, not the public one', async () => {
    const { registerBy, goThroughGitHub, exchange } = await auth()
    const { name } = createPerson()
    const person = { id: 4200 + count, login: name, name: null, email: 'public@example.org' }
    const { code, cookie } = await goThroughGitHub(person, [
      { email: `old-${name}@example.org`, primary: false, verified: true },
      { email: `${name}@example.org`, primary: true, verified: true },
    ])
    expect((await exchange(code, cookie)).body).toEqual({
      registration: { provider: 'github', username: name, fullName: name, email: `${name}@example.org` },
    })
    expect((await registerBy(code, cookie, { username: name, fullName: name })).status).toBe(201)
  })

  it('asks for an address that GitHub keeps private or has not verified', async () => {
    const { registerBy, goThroughGitHub, exchange } = await auth()
    for (const emails of [[], [{ email: ann.email, primary: true, verified: false }], { message: 'Not Found' }]) {
      const { name } = createPerson()
      const { code, cookie } = await goThroughGitHub({ id: 4200 + count, login: name, name: 'W' }, emails)
      expect((await exchange(code, cookie)).body).toMatchObject({ registration: { email: null } })
      const missing = await registerBy(code, cookie, { username: name, fullName: 'W' })
      expect(missing).toMatchObject({ status: 400, body: { fields: { email: 'Email is required' } } })
      const response = await registerBy(code, cookie, { username: name, fullName: 'W', email: `${name}@example.org` })
      expect(response).toMatchObject({ status: 201, body: { user: { emailVerified: false } } })
    }
  })

  it('keeps the code when the chosen name is taken, reserved or invalid', async () => {
    const { registerBy, goThroughGoogle, exchange, register } = await auth()
    const { name, email, sub } = createPerson()
    await register({ username: `${name}x`, email: `${name}x@example.org` })
    const { code, cookie } = await goThroughGoogle(sub, { email, email_verified: true, name: `${name}x` })
    expect((await exchange(code, cookie)).body.registration.username).toBe(`${name}x2`)
    for (const username of [`${name}x`, 'admin', 'a'])
      expect(await registerBy(code, cookie, { username, fullName: 'W' })).toMatchObject({
        body: { fields: { username: expect.any(String) } },
      })
    expect((await registerBy(code, cookie, { username: name, fullName: 'W' })).status).toBe(201)
    expect(await registerBy(code, cookie, { username: `${name}y`, fullName: 'W' })).toMatchObject(failed)
  })

  it('works in two tabs of one browser', async () => {
    const { begin, comeBack, google, exchange } = await signUpThroughGoogle()
    const first = await begin('/auth/oauth/google?next=/post/1')
    const cookie = readCookie(first, 'oauth')
    const second = await begin('/auth/oauth/google?next=/post/2', cookie)
    expect(readCookie(second, 'oauth')).toBe(cookie)
    const { sub, claims } = await signUpThroughGoogle()
    for (const [started, next] of [
      [second, '/post/2'],
      [first, '/post/1'],
    ] as const) {
      const page = readPage(await comeBack(await google.visit(started.get('Location') ?? '', { sub, claims }), cookie))
      expect(page.next).toBe(next)
      expect((await exchange(page.code, cookie)).status).toBe(200)
    }
  })
})

describe('an account with the same address', () => {
  async function signedUp(change: { email_verified?: unknown } = {}) {
    const started = await auth()
    const { name, email, sub } = createPerson()
    const member = await started.register({ username: name, email })
    const { code, cookie } = await started.goThroughGoogle(sub, {
      email: email.toUpperCase(),
      email_verified: true,
      ...change,
    })
    return { ...started, name, email, sub, member, code, cookie }
  }

  it('is connected after one sign-in with its password', async () => {
    const { code, cookie, exchange, linkBy, member, sub, email, goThroughGoogle, connected, publishedEvents } =
      await signedUp()
    expect((await exchange(code, cookie)).body).toEqual({
      link: { provider: 'google', email: email.toUpperCase(), hasPassword: true },
    })
    expect((await linkBy(code, cookie, 'wrong')).body).toMatchObject({ code: 'wrong_credentials' })
    const linked = await linkBy(code, cookie, ann.password)
    expect(linked).toMatchObject({ status: 200, body: { user: { _id: member.body.user._id, emailVerified: true } } })
    const isProof = ({ type, subject }: { type: string; subject: string }) =>
      type === 'member.email-verified' && subject === member.body.user._id
    expect((await publishedEvents()).filter(isProof)).toHaveLength(1) // the provider has verified the address
    expect((await connected(linked.body.token)).body).toMatchObject({
      hasPassword: true,
      providers: [{ provider: 'google', email: email.toUpperCase() }],
    })
    expect(await linkBy(code, cookie, ann.password)).toMatchObject(failed)
    const again = await goThroughGoogle(sub)
    expect((await exchange(again.code, again.cookie)).body.user._id).toBe(member.body.user._id)
  })

  it.each([false, undefined, 'true', 1])('is not found by an address that is verified = %p', async (email_verified) => {
    const { code, cookie, exchange, linkBy, registerBy, email, name } = await signedUp({ email_verified })
    expect((await exchange(code, cookie)).body).toMatchObject({ registration: { email: null } })
    expect(await linkBy(code, cookie, ann.password)).toMatchObject(failed)
    const taken = await registerBy(code, cookie, { username: `${name}b`, fullName: 'W', email })
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'already_taken', fields: { email: 'This email is taken' } },
    })
  })

  it('cannot be registered a second time by somebody who waits with a verified address', async () => {
    const { code, cookie, exchange, registerBy, name } = await signedUp()
    await exchange(code, cookie)
    expect((await registerBy(code, cookie, { username: `${name}b`, fullName: 'W' })).body.code).toBe('already_taken')
  })

  it('refuses a second account of the provider that has its address', async () => {
    const { email, goThroughGoogle, exchange } = await signUpThroughGoogle()
    const other = await goThroughGoogle('another subject', { email, email_verified: true })
    expect(await exchange(other.code, other.cookie)).toMatchObject(failed)
  })

  it('says that it has no password, if it was created through another provider', async () => {
    const { goThroughGitHub, exchange, email, linkBy } = await signUpThroughGoogle()
    const { code, cookie } = await goThroughGitHub({ id: 900_000 + count, login: 'w' }, [
      { email, primary: true, verified: true },
    ])
    expect((await exchange(code, cookie)).body).toEqual({ link: { provider: 'github', email, hasPassword: false } })
    expect((await linkBy(code, cookie, 'any password')).body.code).toBe('wrong_credentials')
  })

  it('that a stranger has created through a provider goes to the owner of the address, without the stranger', async () => {
    const { goThroughGoogle, exchange, registerBy, call, sendMails, me } = await auth()
    const { name, email, sub } = createPerson()
    const { code, cookie } = await goThroughGoogle(sub)
    await exchange(code, cookie)
    const stranger = await registerBy(code, cookie, { username: name, fullName: 'W', email })
    await call().post('/auth/forgot-password').send({ email })
    const token = readResetToken(await sendMails(), email)
    await call().post('/auth/reset-password').send({ token, password: 'larkspur in june' })
    expect((await me(stranger.body.token)).status).toBe(401)
    const again = await goThroughGoogle(sub)
    expect((await exchange(again.code, again.cookie)).body).toMatchObject({ registration: { provider: 'google' } })
  })
})

it('on a new device is told to the owner of the account by a mail, and its sign-up is not', async () => {
  const { email, exchange, goThroughGoogle, sendMails, sub } = await signUpThroughGoogle()
  expect((await sendMails()).filter(({ to }) => to === email)).toEqual([])
  const { code, cookie } = await goThroughGoogle(sub)
  expect((await exchange(code, cookie)).status).toBe(200)
  const mails = (await sendMails()).filter(({ to }) => to === email)
  expect(mails).toMatchObject([{ subject: 'New sign-in to your Meadow account' }])
})

describe('a member without a password', () => {
  it('sets the first one by the link of a mail, signs in with it and keeps the provider', async () => {
    const { call, sendMails, email, name, sub, login, goThroughGoogle, exchange } = await signUpThroughGoogle()
    expect((await login({ email: name, password: 'larkspur in june' })).status).toBe(401)
    await call().post('/auth/forgot-password').send({ email })
    const token = readResetToken(await sendMails(), email)
    expect((await call().post('/auth/reset-password').send({ token, password: 'larkspur in june' })).status).toBe(200)
    expect((await login({ email: name, password: 'larkspur in june' })).status).toBe(200)
    const again = await goThroughGoogle(sub)
    expect((await exchange(again.code, again.cookie)).body.user.username).toBe(name)
  })

  it('cannot change a password', async () => {
    const { call, response } = await signUpThroughGoogle()
    const change = { current: 'any password', next: 'larkspur in june' }
    const refused = await call().put('/auth/password').set(toBearerHeader(response.body.token)).send(change)
    expect(refused.body.code).toBe('wrong_password')
  })

  it('cannot disconnect the last way in, also not at the same time as another', async () => {
    const { response, disconnect, prove, connected, google, github, call, comeBack } = await signUpThroughGoogle()
    const { token } = response.body
    expect(await disconnect(token, 'google', { proof: await prove(token) })).toMatchObject({
      status: 409,
      body: { code: 'last_way_in' },
    })
    const begun = await call().post('/auth/oauth/github/connect').set(toBearerHeader(token)).send()
    const cookie = readCookie(begun, 'oauth')
    const user = { id: 7_000_000 + count, login: 'w' }
    const page = readPage(
      await comeBack(await github.visit(begun.body.url, { sub: 'w', claims: { user, emails: [] } }), cookie),
    )
    expect(page.next).toBe('/settings/account')
    const done = await call()
      .post('/auth/oauth/exchange')
      .set('Cookie', cookie)
      .set(toBearerHeader(token))
      .send({ code: page.code })
    expect(done.body).toEqual({ connected: 'github' })
    const proofs = [await prove(token), await prove(token)]
    const responses = await Promise.all(
      ['google', 'github'].map((provider, index) => disconnect(token, provider, { proof: proofs[index] })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await connected(token)).body.providers).toHaveLength(1)
    expect(google).toBeDefined()
  })
})

it('is refused for a deactivated account, with the token that restores it', async () => {
  const { call, sendMails, email, sub, goThroughGoogle, exchange, response } = await signUpThroughGoogle()
  await call().post('/auth/forgot-password').send({ email })
  const token = readResetToken(await sendMails(), email)
  const password = 'larkspur in june'
  await call().post('/auth/reset-password').send({ token, password })
  const { body } = await call().post('/auth/login').send({ email, password })
  await call().post('/auth/account/deactivate').set(toBearerHeader(body.token)).send({ password })
  const again = await goThroughGoogle(sub)
  const refused = await exchange(again.code, again.cookie)
  expect(refused.body).toMatchObject({ code: 'account_deactivated', restore: { token: expect.any(String) } })
  const restored = await call().post('/auth/account/restore').send({ token: refused.body.restore.token })
  expect(restored.body.user._id).toBe(response.body.user._id)
})

describe('a member who connects a provider', () => {
  async function connecting() {
    const started = await auth()
    const { name, email, sub } = createPerson()
    const member = await started.register({ username: name, email })
    const { token } = member.body
    const begun = await started.call().post('/auth/oauth/google/connect').set(toBearerHeader(token)).send()
    const cookie = readCookie(begun, 'oauth')
    const { code } = readPage(await started.comeBack(await started.google.visit(begun.body.url, { sub }), cookie))
    const finish = (by: string) =>
      started.call().post('/auth/oauth/exchange').set('Cookie', cookie).set(toBearerHeader(by)).send({ code })
    return { ...started, member, token, sub, cookie, code, finish }
  }

  it('signs in through it from then on, and disconnects it with the password', async () => {
    const { finish, token, sub, goThroughGoogle, exchange, disconnect, member } = await connecting()
    expect((await finish(token)).body).toEqual({ connected: 'google' })
    const again = await goThroughGoogle(sub)
    expect((await exchange(again.code, again.cookie)).body.user._id).toBe(member.body.user._id)
    const refusals = [
      [{}, 'proof_required'],
      [{ password: 'wrong' }, 'wrong_password'],
    ] as const
    for (const [body, code] of refusals)
      expect(await disconnect(token, 'google', body)).toMatchObject({ status: 403, body: { code } })
    expect((await disconnect(token, 'google', { password: ann.password })).status).toBe(200)
    const later = await goThroughGoogle(sub)
    expect((await exchange(later.code, later.cookie)).body).toMatchObject({ registration: {} })
  })

  it('is the only one who can finish it', async () => {
    const { finish, register } = await connecting()
    const { name, email } = createPerson()
    const other = await register({ username: name, email })
    expect(await finish(other.body.token)).toMatchObject(failed)
  })

  it('cannot do so without being signed in', async () => {
    const { exchange, code, cookie } = await connecting()
    expect(await exchange(code, cookie)).toMatchObject(failed)
  })

  it('cannot take the identity of another member', async () => {
    const { finish, token, sub, goThroughGoogle, exchange, registerBy } = await connecting()
    const other = createPerson()
    const taking = await goThroughGoogle(sub)
    await exchange(taking.code, taking.cookie)
    await registerBy(taking.code, taking.cookie, { username: other.name, fullName: 'W', email: other.email })
    expect(await finish(token)).toMatchObject({ status: 409, body: { code: 'provider_taken' } })
  })
})

describe('an attack', () => {
  it('fails with a code that was used, has expired, or belongs to another browser', async () => {
    const { goThroughGoogle, exchange, sub, advance } = await signUpThroughGoogle()
    const used = await goThroughGoogle(sub)
    expect((await exchange(used.code, used.cookie)).status).toBe(200)
    expect(await exchange(used.code, used.cookie)).toMatchObject(failed)

    const other = await goThroughGoogle(sub)
    expect(await exchange(other.code, '')).toMatchObject(failed)
    expect(await exchange(other.code, used.cookie)).toMatchObject(failed)
    expect((await exchange(other.code, other.cookie)).status).toBe(200)

    const late = await goThroughGoogle(sub)
    advance(60_000)
    expect(await exchange(late.code, late.cookie)).toMatchObject(failed)
  })

  it('accepts one of two concurrent uses of a code', async () => {
    const { goThroughGoogle, exchange, sub } = await signUpThroughGoogle()
    const { code, cookie } = await goThroughGoogle(sub)
    const responses = await Promise.all([exchange(code, cookie), exchange(code, cookie)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('fails with a state that is missing, unknown, used, of another browser or of another provider', async () => {
    const { begin, comeBack, google, sub } = await signUpThroughGoogle()
    const started = await begin('/auth/oauth/google')
    const cookie = readCookie(started, 'oauth')
    const visited = await google.visit(started.get('Location') ?? '', { sub })
    const change = (name: string, value?: string) => {
      const url = new URL(visited)
      url.searchParams.delete(name)
      if (value !== undefined) url.searchParams.set(name, value)
      return url
    }
    const refused = { code: '', error: 'failed' }
    expect(readPage(await comeBack(change('state'), cookie))).toMatchObject(refused)
    expect(readPage(await comeBack(change('state', 'x'.repeat(43)), cookie))).toMatchObject(refused)
    expect(readPage(await comeBack(visited, ''))).toMatchObject(refused)
    expect(readPage(await comeBack(visited, readCookie(await begin('/auth/oauth/google'), 'oauth')))).toMatchObject(
      refused,
    )
    expect(readPage(await comeBack(visited, cookie)).code).not.toBe('')
    expect(readPage(await comeBack(visited, cookie))).toMatchObject(refused)

    const atGoogle = await begin('/auth/oauth/google')
    const forged = await google.visit(atGoogle.get('Location') ?? '', { sub })
    forged.pathname = forged.pathname.replace('google', 'github')
    expect(readPage(await comeBack(forged, readCookie(atGoogle, 'oauth')))).toMatchObject(refused)
  })

  it("fails with the provider's code of another browser, which has another verifier", async () => {
    const { begin, comeBack, google, sub } = await signUpThroughGoogle()
    const [mine, theirs] = [await begin('/auth/oauth/google'), await begin('/auth/oauth/google')]
    const myVisit = await google.visit(mine.get('Location') ?? '', { sub })
    const theirVisit = await google.visit(theirs.get('Location') ?? '', { sub: 'attacker' })
    myVisit.searchParams.set('code', theirVisit.searchParams.get('code') ?? '')
    expect(readPage(await comeBack(myVisit, readCookie(mine, 'oauth')))).toMatchObject({ code: '', error: 'failed' })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example'.replace('%2f%2f', '\t/'),
    'javascript:alert(1)',
    '/api/auth/logout',
    '/oauth/callback?token=x',
    '/home@evil.example',
    '/home\\..\\x',
    `/home/${'a'.repeat(600)}`,
    '',
  ])('leads nowhere else: next = %p', async (next) => {
    const { goThroughGoogle, sub } = await signUpThroughGoogle()
    const page = await goThroughGoogle(sub, {}, `?${new URLSearchParams({ next })}`)
    expect(page.next).toBe('/home')
  })

  it('of another site cannot exchange a code', async () => {
    const { goThroughGoogle, call, sub } = await signUpThroughGoogle()
    const { code, cookie } = await goThroughGoogle(sub)
    const response = await call()
      .post('/auth/oauth/exchange')
      .set({ Cookie: cookie, Origin: 'https://evil.example' })
      .send({ code })
    expect(response).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
  })

  it('finds no code, state or cookie in the store', async () => {
    const { begin, goThroughGoogle, pool, sub } = await signUpThroughGoogle()
    const started = await begin('/auth/oauth/google')
    const { code, cookie } = await goThroughGoogle(sub)
    const { rows } = await pool.query('select * from oauth_flows')
    const stored = JSON.stringify(rows)
    const secrets = [code, cookie.split('=')[1], new URL(started.get('Location') ?? '').searchParams.get('state')]
    for (const secret of secrets) expect(stored).not.toContain(secret)
  })
})

describe('a provider that misbehaves', () => {
  it('gives another nonce', async () => {
    const { begin, comeBack, google, sub } = await signUpThroughGoogle()
    const started = await begin('/auth/oauth/google')
    const url = new URL(started.get('Location') ?? '')
    url.searchParams.set('nonce', 'another')
    const visited = await google.visit(url.href, { sub })
    expect(readPage(await comeBack(visited, readCookie(started, 'oauth')))).toMatchObject({ code: '', error: 'failed' })
  })

  it.each(['status 500', 'silence', 'a long answer'] as const)('responds with %s', async (fault) => {
    const { log, securityEvents } = createSecurityEventLog()
    await using started = await openAuthWithProviders({ log })
    started.google.setFault(fault)
    const { code, error } = await started.goThroughGoogle('x')
    expect([code, error]).toEqual(['', 'failed'])
    expect(securityEvents).toContainEqual(expect.objectContaining({ event: 'auth.oauth_refused', reason: 'provider' }))
  })

  it('is declined by the member', async () => {
    const { begin, comeBack } = await auth()
    const started = await begin('/auth/oauth/google?next=/post/7')
    const state = new URL(started.get('Location') ?? '').searchParams.get('state') ?? ''
    const url = new URL('http://localhost:5000/api/auth/oauth/google/callback')
    url.search = `${new URLSearchParams({ error: 'access_denied', state })}`
    expect(readPage(await comeBack(url, readCookie(started, 'oauth')))).toEqual({
      code: '',
      error: 'failed',
      next: '/post/7',
    })
  })

  it('sends names that no member could type', async () => {
    const { goThroughGoogle, exchange } = await auth()
    const name = `\u0000<b>${'語'.repeat(200)}`
    const { code, cookie } = await goThroughGoogle('names', { name, preferred_username: '../admin', email: 'a@b' })
    const { registration } = (await exchange(code, cookie)).body
    expect(registration.email).toBeNull()
    expect([...registration.fullName].length).toBeLessThanOrEqual(80)
    expect(registration.username).toMatch(/^[a-z0-9][a-z0-9._]*$/)
  })
})

it('offers only what is configured', async () => {
  const { call } = await auth()
  expect((await call().get('/auth/oauth')).body).toEqual({ providers: ['google', 'github'] })
  await using without = await openAuth()
  expect((await without.call().get('/auth/oauth')).body).toEqual({ providers: [] })
  for (const provider of ['google', 'demo', 'constructor'])
    expect((await without.call().get(`/auth/oauth/${provider}`)).status).toBe(404)
})

it('offers the demo provider to browsers on this machine only', async () => {
  await using started = await openAuth({ demoProviderUrl: new URL('http://127.0.0.1:1/dev/oauth') })
  const local = { 'X-Loopback-Request': '1' }
  const get = (path: string, headers = {}) => started.call().get(path).set(headers)
  expect((await get('/auth/oauth')).body).toEqual({ providers: [] })
  expect((await get('/auth/oauth', local)).body).toEqual({ providers: ['demo'] })
  expect((await get('/auth/oauth/demo')).status).toBe(404)
  const request = { client_id: 'meadow', state: 's', nonce: 'n', code_challenge: 'c' }
  const toPath = (redirectUri: string) =>
    `/dev/oauth/authorize?${new URLSearchParams({ ...request, redirect_uri: redirectUri })}`
  const own = toPath('http://localhost:5000/api/auth/oauth/demo/callback')
  expect((await get(own)).status).toBe(404)
  expect((await get(own, local)).text).toContain('asks for no password')
  expect((await get(toPath('https://evil.example/callback'), local)).status).toBe(400)
})

it.each([
  [{ OAUTH_GOOGLE_CLIENT_ID: 'x', OAUTH_GOOGLE_CLIENT_SECRET: 'y' }, /PUBLIC_URL/],
  [{ OAUTH_GITHUB_CLIENT_ID: 'x', PUBLIC_URL: 'https://meadow.example' }, /OAUTH_GITHUB_CLIENT_SECRET/],
  [{ OAUTH_DEMO: 'on', PUBLIC_URL: 'https://meadow.example' }, /OAUTH_DEMO/],
])('does not start with %p', (variables, message) => {
  expect(() => readAuthConfig({ ...engines, ...variables })).toThrow(message)
})

it('creates the providers that are configured', () => {
  const client = { OAUTH_GITHUB_CLIENT_ID: 'x', OAUTH_GITHUB_CLIENT_SECRET: 'y', PUBLIC_URL: 'https://meadow.example' }
  expect(createOAuthProviders(readAuthConfig({ ...engines, ...client })).map(({ id }) => id)).toEqual(['github'])
  expect(createOAuthProviders(readAuthConfig(engines))).toEqual([])
})

it('limits the sign-ins that one network can begin', async () => {
  await using started = await openAuthWithProviders({ isThrottled: true, limits: { providerSignIns: 1 } })
  const begin = () => started.begin('/auth/oauth/google').set('X-Forwarded-For', '203.0.113.7')
  expect((await begin()).get('Location')).toContain('127.0.0.1')
  expect(readPage(await begin())).toMatchObject({ error: 'failed' })
})
