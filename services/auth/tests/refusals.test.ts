import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { isEmailRefused } from '../src/refusals/refusals.ts'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const NOTHING = { words: [] as string[], emailDomains: [] as string[], emails: [] as string[] }

/** Opens auth with the admin ann. */
async function openWithAdmin(options: Parameters<typeof openAuth>[0] = {}) {
  const auth = await openAuth({ ...options, adminEmail: ann.email })
  await auth.register()
  await auth.pool.query(`update accounts set email_verified = true where username = 'ann'`)
  const { token } = (await auth.login({ email: ann.email, password: ann.password })).body
  const admin = toBearerHeader(token)
  const read = async () => (await auth.call().get('/auth/refusals').set(admin)).body
  const put = (body: object) => auth.call().put('/auth/refusals').set(admin).send(body)
  return {
    ...auth,
    token,
    read,
    put,
    /** Replaces the lists, and lets the time pass after which every instance knows them. */
    async refuse(lists: Partial<typeof NOTHING>) {
      const { version } = await read()
      expect(await put({ ...NOTHING, version, ...lists })).toMatchObject({ status: 200 })
      auth.advance(10_000)
    },
  }
}

describe('an address', () => {
  const refusals = { domains: ['spam.example', 'xn--mnchen-3ya.example'], emails: ['mallory@example.org'] }

  it.each([
    'a@spam.example',
    'a@SPAM.Example',
    'a@mail.eu.spam.example',
    'a@münchen.example',
    'mallory@example.org',
    'Mallory@EXAMPLE.org',
    'mallory+again@example.org',
    'ｍallory@example.org',
  ])('is refused: %s', (email) => expect(isEmailRefused(email, refusals)).toBe(true))

  it.each([
    'a@notspam.example',
    'a@spam.example.org',
    'spam.example@example.org',
    'mallory2@example.org',
    'mallory@example.com',
    '+mallory@example.org',
  ])('is not refused: %s', (email) => expect(isEmailRefused(email, refusals)).toBe(false))
})

describe('what an installation refuses', () => {
  const started = shareAcrossTests(openWithAdmin)

  it('is read and changed by admins only', async () => {
    const { register, call } = await started()
    const member = toBearerHeader((await register({ username: 'ben', email: 'ben@example.org' })).body.token)
    const refused = { status: 403, body: { code: 'forbidden' } }
    expect(await call().get('/auth/refusals').set(member)).toMatchObject(refused)
    expect(
      await call()
        .put('/auth/refusals')
        .set(member)
        .send({ version: 0, ...NOTHING }),
    ).toMatchObject(refused)
  })

  it('holds each entry once, and is published without addresses', async () => {
    const { read, put, publishedEvents } = await started()
    const { version } = await read()
    const words = ['Ham', 'ham', ' buy now ', 'Buy, now']
    const lists = { emailDomains: ['Spam.example', 'spam.example'], emails: ['M@Example.org', 'm@example.org'] }
    const stored = { words: ['Ham', 'buy now'], emailDomains: ['spam.example'], emails: ['m@example.org'] }
    expect(await put({ version, words, ...lists })).toMatchObject({
      status: 200,
      body: { ...stored, version: version + 1 },
    })
    expect(await read()).toEqual({ ...stored, version: version + 1 })
    const event = (await publishedEvents()).findLast(({ type }) => type === 'refused-words.updated')
    expect(event?.data).toEqual({ version: version + 1, words: stored.words })
    const audited = (await publishedEvents()).filter(({ type }) => type === 'installation.updated')
    expect(audited.at(-1)?.data).toEqual({ action: 'refusals.update', by: expect.any(String), note: '' })
  })

  it('is changed by one of two admins who began with the same lists', async () => {
    const { read, put } = await started()
    const { version } = await read()
    const both = await Promise.all(['ham', 'eggs'].map((word) => put({ ...NOTHING, version, words: [word] })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'refusals_changed' })
  })

  it.each([
    { words: ['...'] },
    { words: [''] },
    { words: ['a'.repeat(51)] },
    { words: Array.from({ length: 1_001 }, (_, n) => `w${n}`) },
    { emailDomains: ['example'] },
    { emailDomains: ['a@example.org'] },
    { emails: ['example.org'] },
  ])('cannot be %j', async (lists) => {
    const { read, put } = await started()
    expect(await put({ ...NOTHING, version: (await read()).version, ...lists })).toMatchObject({ status: 400 })
  })

  it('applies to names at a registration and to a new username, naming the field only', async () => {
    const { register, refuse, call, login, token } = await started()
    await refuse({ words: ['ham'] })
    const refused = await register({ username: 'mr.ham', fullName: 'Ham Eggs', email: 'mr@example.org' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'words_refused' } })
    expect(Object.keys(refused.body.fields)).toEqual(['username', 'fullName'])
    expect(JSON.stringify(refused.body)).not.toMatch(/ham/i)
    expect(await register({ username: 'hamish', fullName: 'Birmingham', email: 'h@example.org' })).toMatchObject({
      status: 201,
    })
    const rename = (username: string) => call().put('/auth/username').set(toBearerHeader(token)).send({ username })
    expect(await rename('ann.ham')).toMatchObject({ status: 400, body: { code: 'words_refused' } })
    expect((await login({ email: 'ann', password: ann.password })).status).toBe(200)
  })

  it('applies to the address of a registration and of a change, and not to accounts that have it', async () => {
    const { register, refuse, call, login } = await started()
    const account = { username: 'cleo', email: 'cleo@spam.example' }
    const { token } = (await register(account)).body
    await refuse({ emailDomains: ['spam.example'] })
    const refused = { status: 400, body: { code: 'email_refused', fields: { email: expect.any(String) } } }
    expect(await register({ username: 'dora', email: 'dora@mail.spam.example' })).toMatchObject(refused)
    expect(await register({ username: 'dora', email: 'dora@spam.example', dryRun: true })).toMatchObject(refused)
    const change = (email: string) =>
      call().put('/auth/email').set(toBearerHeader(token)).send({ email, password: ann.password })
    expect(await change('other@spam.example')).toMatchObject(refused)
    expect(await change('cleo@example.org')).toMatchObject({ status: 202 })
    expect((await login({ email: account.email, password: ann.password })).status).toBe(200)
  })
})

it('leaves a trace of each change in the log', async () => {
  const { log, securityEvents } = createSecurityEventLog()
  await using auth = await openWithAdmin({ log })
  await auth.refuse({ words: ['ham'] })
  expect(securityEvents.filter(({ event }) => event === 'auth.refusals_changed')).toHaveLength(1)
})
