import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'
import { openIdentityProvider } from './identity-provider.ts'

const MINUTE_MS = 60_000
const security = createSecurityEventLog()

/** Opens auth with a provider, through which members sign up who have no password. */
async function openAuthWithProvider(options: Parameters<typeof openAuth>[0] = {}) {
  await using opening = new AsyncDisposableStack()
  const google = opening.use(await openIdentityProvider('google'))
  const auth = opening.use(await openAuth({ log: security.log, ...options, oauthProviders: [google.provider] }))
  const opened = opening.move()
  let count = 0

  const goThroughGoogle = async (sub: string, claims: object = {}) => {
    const started = await auth.call().get('/auth/oauth/google')
    const cookie = readCookie(started, 'oauth')
    const visited = await google.visit(started.get('Location') ?? '', { sub, claims: { ...claims } })
    const back = await auth
      .call()
      .get(`${visited.pathname.replace('/api', '')}${visited.search}`)
      .set('Cookie', cookie)
    const code = new URL(back.get('Location') ?? '', 'http://localhost:5000').searchParams.get('token') ?? ''
    const response = await auth.call().post('/auth/oauth/exchange').set('Cookie', cookie).send({ code })
    return { code, cookie, response }
  }
  const toCalls = (token: string) => {
    const send = (method: 'post' | 'put' | 'delete', path: string, body: object = {}) =>
      auth.call()[method](path).set(toBearerHeader(token)).send(body)
    const reauthenticate = (body: object) => send('post', '/auth/reauthenticate', body)
    return {
      token,
      send,
      reauthenticate,
      requestCode: () => send('post', '/auth/reauthenticate/code'),
      readCode: async () => /\n(\d{6})\n/.exec((await auth.sendMails()).at(-1)?.text ?? '')?.[1] ?? '',
      prove: async (body: object) => (await reauthenticate(body)).body.proof as string,
    }
  }
  return {
    ...auth,
    toCalls,
    /** Signs up a member with a password. */
    async joinWithPassword() {
      const username = `wilma${++count}`
      const email = `${username}@example.org`
      const { body } = await auth.register({ username, email })
      await auth.sendMails()
      return { username, email, id: body.user._id as string, ...toCalls(body.token) }
    },
    /** Signs up a member through the provider, without a password. */
    async joinWithoutPassword() {
      const username = `walter${++count}`
      const email = `${username}@example.org`
      const { code, cookie } = await goThroughGoogle(username, { email, email_verified: true })
      const registration = { code, username, fullName: 'Walter Novák' }
      const { body } = await auth.call().post('/auth/oauth/register').set('Cookie', cookie).send(registration)
      const signInAgain = async () => toCalls((await goThroughGoogle(username)).response.body.token)
      return { username, email, id: body.user._id as string, signInAgain, ...toCalls(body.token) }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const auth = shareAcrossTests(openAuthWithProvider)

/** The calls that need a proof, with what else they need. */
const PROTECTED = {
  'a change of the address': ['put', '/auth/email', { email: 'new.address@example.net' }],
  'a deactivation': ['post', '/auth/account/deactivate', {}],
  'a deletion': ['delete', '/auth/account', {}],
  'the end of all other sessions': ['delete', '/auth/sessions', {}],
} as const

describe.each(Object.entries(PROTECTED))('%s', (_what, [method, path, body]) => {
  it('is done by a member without a password, who types the code of a mail', async () => {
    const { send, requestCode, readCode, prove } = await (await auth()).joinWithoutPassword()
    expect(await send(method, path, body)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    expect(await requestCode()).toMatchObject({ status: 202, body: { ok: true } })
    const proof = await prove({ code: await readCode() })
    expect((await send(method, path, { ...body, proof })).status).toBeLessThan(300)
  })

  it('takes a proof of the password, and the password in its place', async () => {
    const { joinWithPassword } = await auth()
    for (const way of ['proof', 'password']) {
      const { send, prove } = await joinWithPassword()
      const own = way === 'proof' ? { proof: await prove({ password: ann.password }) } : { password: ann.password }
      expect((await send(method, path, { ...body, ...own })).status).toBeLessThan(300)
    }
  })

  it('is refused without one, and with one that is unknown', async () => {
    const { send, id } = await (await auth()).joinWithPassword()
    expect(await send(method, path, body)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    const unknown = { ...body, proof: 'A'.repeat(43), password: ann.password }
    expect(await send(method, path, unknown)).toMatchObject({ status: 403, body: { code: 'proof_invalid' } })
    expect(security.securityEvents.filter(({ actor }) => actor === id).at(-1)).toMatchObject({ reason: 'wrong_proof' })
  })
})

describe('a proof', () => {
  it('works once, also if it is used twice at the same time', async () => {
    const { send, prove } = await (await auth()).joinWithPassword()
    const proof = await prove({ password: ann.password })
    const end = () => send('delete', '/auth/sessions', { proof })
    expect((await Promise.all([end(), end()])).map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await end()).status).toBe(403)
  })

  it('works for five minutes, which the response says', async () => {
    const { joinWithPassword, advance, now } = await auth()
    const { send, reauthenticate } = await joinWithPassword()
    const { body } = await reauthenticate({ password: ann.password })
    expect(body.expiresAt).toBe(new Date(now().getTime() + 5 * MINUTE_MS).toISOString())
    advance(5 * MINUTE_MS)
    expect(await send('delete', '/auth/sessions', { proof: body.proof })).toMatchObject({
      status: 403,
      body: { code: 'proof_invalid' },
    })
  })

  it('works in its session alone: not in another one of the member, nor for somebody else', async () => {
    const { joinWithPassword, login, toCalls } = await auth()
    const member = await joinWithPassword()
    const other = toCalls((await login({ email: member.email, password: ann.password })).body.token)
    const stranger = await joinWithPassword()
    const proof = await member.prove({ password: ann.password })
    for (const { send } of [other, stranger])
      expect((await send('delete', '/auth/sessions', { proof })).status).toBe(403)
    expect((await member.send('delete', '/auth/sessions', { proof })).status).toBe(200)
  })

  it('is stored as a hash, and not at all after its time', async () => {
    const { joinWithPassword, advance, now, pool, countRows, store } = await auth()
    const { prove } = await joinWithPassword()
    const proof = await prove({ password: ann.password })
    const { rows } = await pool.query<{ row: string }>('select row_to_json(p)::text as row from proofs p')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(proof)
    advance(5 * MINUTE_MS)
    await store.ports.proofs.deleteExpired(now())
    expect(await countRows('proofs')).toBe(0)
  })

  it('is not given for a wrong password, or for nothing', async () => {
    const { reauthenticate } = await (await auth()).joinWithPassword()
    expect(await reauthenticate({ password: 'wrong horse' })).toMatchObject({ body: { code: 'wrong_password' } })
    expect(await reauthenticate({})).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  })
})

describe('the code of a mail', () => {
  it('works once, for ten minutes, with spaces, and for its member alone', async () => {
    const { joinWithoutPassword, advance } = await auth()
    const member = await joinWithoutPassword()
    const stranger = await joinWithoutPassword()
    const refused = { status: 403, body: { code: 'wrong_code' } }
    await member.requestCode()
    const code = await member.readCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await stranger.reauthenticate({ code })).toMatchObject(refused)
    expect((await member.reauthenticate({ code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200)
    expect(await member.reauthenticate({ code })).toMatchObject(refused)
    await member.requestCode()
    const late = await member.readCode()
    advance(10 * MINUTE_MS)
    expect(await member.reauthenticate({ code: late })).toMatchObject(refused)
  })

  it('is mailed to no account that has a password, which needs it', async () => {
    const { joinWithPassword, sendMails } = await auth()
    const { requestCode } = await joinWithPassword()
    expect(await requestCode()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await sendMails()).toEqual([])
  })

  it('stays out of the store', async () => {
    const { joinWithoutPassword, pool } = await auth()
    const { requestCode, readCode } = await joinWithoutPassword()
    await requestCode()
    const code = await readCode()
    for (const table of ['mails', 'mail_links']) {
      const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`)
      expect(JSON.stringify(rows.map(({ row }) => row.replace(/"[\w]*_?at":"[^"]*"/g, '')))).not.toContain(code)
    }
  })

  it('can be tried five times in a session, also with a right one', async () => {
    await using limited = await openAuthWithProvider({ isThrottled: true })
    const { requestCode, readCode, reauthenticate, id } = await limited.joinWithoutPassword()
    await requestCode()
    const code = await readCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) expect((await reauthenticate({ code: wrong })).status).toBe(403)
    expect(await reauthenticate({ code })).toMatchObject({ status: 429 })
    expect(security.securityEvents.filter(({ actor }) => actor === id).at(-1)).toMatchObject({
      event: 'auth.reauthentication_refused',
      reason: 'throttled',
    })
  })

  it('cannot be asked for where no mail is sent', async () => {
    await using silent = await openAuthWithProvider({ mailTransport: undefined })
    const { requestCode } = await silent.joinWithoutPassword()
    expect(await requestCode()).toMatchObject({ status: 503, body: { code: 'mail_off' } })
  })
})

it('a provider is disconnected with a proof, also by a member without a password', async () => {
  const { joinWithoutPassword } = await auth()
  const { send, requestCode, readCode, prove } = await joinWithoutPassword()
  expect(await send('delete', '/auth/oauth/google')).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  await requestCode()
  const proof = await prove({ code: await readCode() })
  expect(await send('delete', '/auth/oauth/google', { proof })).toMatchObject({
    status: 409,
    body: { code: 'last_way_in' },
  })
})
