import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { generateSync } from 'otplib'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'

const MINUTE_MS = 60_000
const REFUSED = { status: 403, body: { code: 'passkey_refused' } }
const security = createSecurityEventLog()
let memberCount = 0

async function openAuthWithMembers(options: Parameters<typeof openAuth>[0] = {}) {
  const auth = await openAuth({ log: security.log, ...options })
  async function join() {
    const username = `petra${++memberCount}`
    const email = `${username}@example.org`
    const { body } = await auth.register({ username, email })
    await auth.sendMails()
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, sent: object = {}) =>
      auth.call()[method](path).set(toBearerHeader(body.token)).send(sent)
    const own = { password: ann.password }
    const begin = async () => (await send('post', '/auth/passkeys/options', own)).body.options as { challenge: string }
    const add = (response: object, name?: string) => send('post', '/auth/passkeys', { response, name })
    const list = async () => (await send('get', '/auth/passkeys')).body.passkeys as { _id: string; name: string }[]
    /** Adds a passkey of a new authenticator. */
    const addNew = async (name?: string) => {
      const authenticator = createSoftwareAuthenticator()
      const added = await add(authenticator.create(await begin()), name)
      await auth.sendMails()
      return { authenticator, passkey: added.body.passkey as { _id: string; name: string } }
    }
    return {
      ...auth,
      id: body.user._id as string,
      username,
      email,
      token: body.token as string,
      own,
      send,
      begin,
      add,
      list,
      addNew,
    }
  }
  const beginSignIn = async () =>
    (await auth.call().post('/auth/passkeys/sign-in/options').send()).body.options as { challenge: string }
  const signIn = (response: object) => auth.call().post('/auth/passkeys/sign-in').send({ response, remember: true })
  return { ...auth, join, beginSignIn, signIn, [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose]() }
}

const auth = shareAcrossTests(openAuthWithMembers)

describe('a passkey', () => {
  it('is added with a proof, named, listed and told by a mail, and signs in', async () => {
    const { beginSignIn, signIn, me, sendMails } = await auth()
    const { join } = await auth()
    const { send, begin, add, list, username, email, id } = await join()
    expect(await send('post', '/auth/passkeys/options')).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    })
    const options = await begin()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Meadow' },
      user: { name: username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const authenticator = createSoftwareAuthenticator()
    const added = await add(authenticator.create(options), 'My phone')
    expect(added).toMatchObject({ status: 200, body: { passkey: { name: 'My phone', lastUsedAt: null } } })
    expect(await sendMails()).toMatchObject([
      {
        to: email,
        subject: 'Your Meadow account has a new passkey',
        text: expect.stringContaining('Then remove the passkey in your settings.'),
      },
    ])
    const signedIn = await signIn(authenticator.sign(await beginSignIn()))
    expect((await me(signedIn.body.token)).body).toMatchObject({ username })
    expect(await list()).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(String) }])
    expect(security.securityEvents.filter(({ actor }) => actor === id).at(-1)).toMatchObject({ reason: 'passkey' })
  })

  it('has a new name, and is removed with a proof, after which it does not sign in', async () => {
    const { beginSignIn, signIn, join, sendMails } = await auth()
    const { send, own, list, addNew } = await join()
    const { authenticator, passkey } = await addNew()
    const path = `/auth/passkeys/${passkey._id}`
    expect((await send('put', path, { name: 'Old laptop' })).status).toBe(200)
    expect(await list()).toMatchObject([{ name: 'Old laptop' }])
    expect(await send('delete', path)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    expect((await send('delete', path, own)).status).toBe(200)
    expect(await sendMails()).toMatchObject([{ subject: 'A passkey of your Meadow account was removed' }])
    expect(await signIn(authenticator.sign(await beginSignIn()))).toMatchObject(REFUSED)
    expect(await send('delete', path, own)).toMatchObject({ status: 404, body: { code: 'passkey_not_found' } })
  })

  it('belongs to its member: others neither rename nor remove it', async () => {
    const { join } = await auth()
    const { addNew, list } = await join()
    const { passkey } = await addNew('Mine')
    const stranger = await join()
    const path = `/auth/passkeys/${passkey._id}`
    expect((await stranger.send('put', path, { name: 'Theirs' })).status).toBe(404)
    expect((await stranger.send('delete', path, stranger.own)).status).toBe(404)
    expect(await list()).toMatchObject([{ name: 'Mine' }])
  })

  it('is not removed as the last way in', async () => {
    const { join, pool } = await auth()
    const { addNew, send, own, id } = await join()
    const { passkey } = await addNew()
    const { passkey: other } = await addNew()
    const { proof } = (await send('post', '/auth/reauthenticate', own)).body
    const { proof: second } = (await send('post', '/auth/reauthenticate', own)).body
    await pool.query('update accounts set has_password = false where id = $1', [id])
    const responses = await Promise.all([
      send('delete', `/auth/passkeys/${passkey._id}`, { proof }),
      send('delete', `/auth/passkeys/${other._id}`, { proof: second }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('beside a passkey', () => {
  it('the password signs in as before, without a second step', async () => {
    const { join, login } = await auth()
    const { addNew, username } = await join()
    await addNew()
    expect((await login({ email: username, password: ann.password })).status).toBe(200)
  })

  it('others sign in, and one that was removed can be added again', async () => {
    const { join, beginSignIn, signIn } = await auth()
    const { addNew, send, own, begin, add } = await join()
    const [phone, laptop] = [await addNew('Phone'), await addNew('Laptop')]
    expect(await begin()).toMatchObject({
      excludeCredentials: [{ id: phone.authenticator.id }, { id: laptop.authenticator.id }],
    })
    expect((await send('delete', `/auth/passkeys/${phone.passkey._id}`, own)).status).toBe(200)
    expect((await signIn(laptop.authenticator.sign(await beginSignIn()))).status).toBe(200)
    expect((await add(phone.authenticator.create(await begin()))).status).toBe(200)
    expect((await signIn(phone.authenticator.sign(await beginSignIn()))).status).toBe(200)
  })

  it('an account has at most 19 others', async () => {
    const { join, pool } = await auth()
    const { addNew, send, own, begin, add, id } = await join()
    await addNew()
    const options = await begin()
    await pool.query(
      `insert into passkeys (credential_id, id, account_id, public_key, counter, transports, name, created_at)
       select $1::text || n, gen_random_uuid(), $1::uuid, '', 0, '{}', 'Key', now() from generate_series(1, 19) n`,
      [id],
    )
    const refused = { status: 409, body: { code: 'passkey_limit_reached' } }
    expect(await add(createSoftwareAuthenticator().create(options))).toMatchObject(refused)
    expect(await send('post', '/auth/passkeys/options', own)).toMatchObject(refused)
  })
})

describe('a passkey is refused that', () => {
  it.each([
    ['was made for another origin', { origin: 'https://evil.example' }],
    ['was made for another site', { rpId: 'evil.example' }],
    ['has not verified its user', { isVerified: false }],
    ['answers a challenge that auth has not given', { challenge: 'A'.repeat(43) }],
  ])('%s: when it is added, and when it signs in', async (_what, lie) => {
    const { join, beginSignIn, signIn } = await auth()
    const { begin, add, list, addNew } = await join()
    expect(await add(createSoftwareAuthenticator().create(await begin(), lie))).toMatchObject(REFUSED)
    expect(await list()).toEqual([])
    const { authenticator } = await addNew()
    expect(await signIn(authenticator.sign(await beginSignIn(), lie))).toMatchObject(REFUSED)
    expect((await signIn(authenticator.sign(await beginSignIn()))).status).toBe(200)
  })

  it('answers a challenge a second time, too late, or that of somebody else or for something else', async () => {
    const { join, beginSignIn, signIn, advance } = await auth()
    const member = await join()
    const { authenticator } = await member.addNew()
    const options = await beginSignIn()
    expect((await signIn(authenticator.sign(options))).status).toBe(200)
    expect(await signIn(authenticator.sign(options))).toMatchObject(REFUSED)
    const stranger = await join()
    expect(await member.add(createSoftwareAuthenticator().create(await stranger.begin()))).toMatchObject(REFUSED)
    expect(await signIn(authenticator.sign(await member.begin()))).toMatchObject(REFUSED)
    const late = await beginSignIn()
    advance(5 * MINUTE_MS)
    expect(await signIn(authenticator.sign(late))).toMatchObject(REFUSED)
  })

  it.each([7, 6, 0])('is a copy, whose counter has not grown from 7: %p', async (counter) => {
    const { join, beginSignIn, signIn } = await auth()
    const { authenticator } = await (await join()).addNew()
    expect((await signIn(authenticator.sign(await beginSignIn(), { counter: 7 }))).status).toBe(200)
    expect(await signIn(authenticator.sign(await beginSignIn(), { counter }))).toMatchObject(REFUSED)
  })

  it('is a copy that signs at the same time with the same counter', async () => {
    const { join, beginSignIn, signIn } = await auth()
    const { authenticator } = await (await join()).addNew()
    const challenges = [await beginSignIn(), await beginSignIn()]
    const responses = await Promise.all(
      challenges.map((options) => signIn(authenticator.sign(options, { counter: 7 }))),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('is known to another account, or that nobody knows', async () => {
    const { join, beginSignIn, signIn } = await auth()
    const { authenticator } = await (await join()).addNew()
    const other = await join()
    expect(await other.add(authenticator.create(await other.begin()))).toMatchObject(REFUSED)
    expect(await signIn(createSoftwareAuthenticator().sign(await beginSignIn()))).toMatchObject(REFUSED)
  })

  it('an authenticator says to be of somebody else', async () => {
    const { join, beginSignIn, signIn } = await auth()
    const [member, other] = [await join(), await join()]
    const { authenticator } = await member.addNew()
    const signInAs = async ({ id }: { id: string }) => {
      const signed = authenticator.sign(await beginSignIn())
      const userHandle = Buffer.from(id).toString('base64url')
      return signIn({ ...signed, response: { ...signed.response, userHandle } })
    }
    expect(await signInAs(other)).toMatchObject(REFUSED)
    expect(await signInAs(member)).toMatchObject({ status: 200 })
  })
})

it.each([
  ['that proves the address for the first time removes passkeys, which somebody else may have added', false, []],
  ['of a proved address leaves passkeys', true, [{ name: 'Key' }]],
])('a reset of the password %s', async (_what, isVerified, expected) => {
  const { join, call, sendMails, pool, login } = await auth()
  const { addNew, email, id, username } = await join()
  await addNew('Key')
  if (isVerified) await pool.query('update accounts set email_verified = true where id = $1', [id])
  await call().post('/auth/forgot-password').send({ email })
  const token = /token=([\w-]+)/.exec((await sendMails()).find(({ to }) => to === email)?.text ?? '')?.[1]
  await call().post('/auth/reset-password').send({ token, password: 'larkspur in june' })
  const { body } = await login({ email: username, password: 'larkspur in june' })
  const listed = await call().get('/auth/passkeys').set(toBearerHeader(body.token))
  expect(listed.body.passkeys).toMatchObject(expected)
})

describe('in the second step of a sign-in', () => {
  const turnAppOn = async ({ send, own, now }: Awaited<ReturnType<Awaited<ReturnType<typeof auth>>['join']>>) => {
    const { secret } = (await send('post', '/auth/totp', own)).body
    const code = generateSync({ secret, epoch: Math.floor(now().getTime() / 1_000) })
    expect((await send('put', '/auth/totp', { code })).status).toBe(200)
  }

  it('a passkey of the account takes the place of a code, and one of somebody else does not', async () => {
    const { join, beginSignIn, login, call } = await auth()
    const member = await join()
    const { authenticator } = await member.addNew()
    const stranger = await (await join()).addNew()
    await turnAppOn(member)
    const refused = await login({ email: member.username, password: ann.password })
    const token = refused.body.secondFactor.token as string
    const finish = async (by: typeof authenticator, lie = {}) =>
      call()
        .post('/auth/second-factor')
        .send({ token, passkey: by.sign(await beginSignIn(), lie) })
    expect(await finish(stranger.authenticator)).toMatchObject(REFUSED)
    expect(await finish(authenticator, { origin: 'https://evil.example' })).toMatchObject(REFUSED)
    expect(await finish(authenticator)).toMatchObject({ status: 200, body: { user: { username: member.username } } })
    expect(await finish(authenticator)).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } })
  })

  it('a passkey that signs in by itself needs no code, and neither a code nor a passkey is refused', async () => {
    const { join, beginSignIn, signIn, login, call } = await auth()
    const member = await join()
    const { authenticator } = await member.addNew()
    await turnAppOn(member)
    expect((await signIn(authenticator.sign(await beginSignIn()))).status).toBe(200)
    const { body } = await login({ email: member.username, password: ann.password })
    expect(await call().post('/auth/second-factor').send({ token: body.secondFactor.token })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { code: 'The code is required' } },
    })
  })
})

describe('in place of a password', () => {
  it('a passkey of the member gives a proof, and one of somebody else does not', async () => {
    const { join } = await auth()
    const { addNew, send } = await join()
    expect(await send('post', '/auth/reauthenticate/passkey')).toMatchObject({ status: 404 })
    const { authenticator } = await addNew()
    const stranger = await (await join()).addNew()
    const begin = async () => (await send('post', '/auth/reauthenticate/passkey')).body.options
    expect(await begin()).toMatchObject({ allowCredentials: [{ id: authenticator.id }] })
    const refused = await send('post', '/auth/reauthenticate', { passkey: stranger.authenticator.sign(await begin()) })
    expect(refused).toMatchObject(REFUSED)
    const { body } = await send('post', '/auth/reauthenticate', { passkey: authenticator.sign(await begin()) })
    expect((await send('delete', '/auth/sessions', { proof: body.proof })).status).toBe(200)
  })
})

it('sign-ins by a passkey are limited for a network', async () => {
  await using limited = await openAuthWithMembers({ isThrottled: true, limits: { passkeySignIns: 2 } })
  const begin = () => limited.call().post('/auth/passkeys/sign-in/options').send()
  expect([(await begin()).status, (await begin()).status, (await begin()).status]).toEqual([200, 200, 429])
})

it('the site is that of the public URL', async () => {
  await using auth = await openAuth({ publicUrl: 'https://meadow.example' })
  const { body } = await auth.call().post('/auth/passkeys/sign-in/options').send()
  expect(body.options.rpId).toBe('meadow.example')
})
