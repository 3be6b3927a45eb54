import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth } from './fixtures.ts'

const auth = shareAcrossTests(async () => {
  const started = await openAuth()
  await started.register({ username: 'somebody', email: 'somebody@example.org' })
  return started
})

const HOSTILE: [string, unknown][] = [
  ['a number', 7],
  ['null', null],
  ['a list', ['ann']],
  ['an operator', { $ne: '' }],
  ['NUL', 'an\0n'],
  ['a lone surrogate', 'an\ud800n'],
  ['a long text', 'a'.repeat(100_000)],
  ['true', true],
]

const fields = ['username', 'email', 'password', 'fullName', 'remember', 'dryRun'] as const
const cases = fields
  .flatMap((field) => HOSTILE.map(([what, value]) => [field, what, value] as const))
  .filter(([field, , value]) => !(value === true && (field === 'remember' || field === 'dryRun')))

describe('registering with invalid input', () => {
  it.each(cases)('is refused and stores nothing: %s is %s', async (field, _what, value) => {
    const { register, countRows } = await auth()
    const response = await register({ ...ann, [field]: value })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(Object.keys(response.body.fields)).toEqual([field])
    expect(await countRows('accounts')).toBe(1)
  })
})

describe('registering with text that nobody can see', () => {
  it.each([
    ['fullName', '\u2060\u200b'],
    ['fullName', 'Ann\u202eBerger'],
    ['email', 'some\u200bbody@example.org'],
    ['email', 'somebody@example.org\ufe0f'],
    ['username', 'some\u2060body'],
  ])('is refused and stores nothing: %s is %p', async (field, value) => {
    const { register, countRows } = await auth()
    const response = await register({ ...ann, [field]: value })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(Object.keys(response.body.fields)).toEqual([field])
    expect(await countRows('accounts')).toBe(1)
  })

  it.each(['Somebody@Example.org', 'ｓomebody@example.org'])(
    'is taken if it is the same address: %s',
    async (email) => {
      const { register } = await auth()
      expect(await register({ ...ann, email })).toMatchObject({
        status: 409,
        body: { fields: { email: expect.any(String) } },
      })
    },
  )
})

describe('signing in with invalid credentials', () => {
  it.each(HOSTILE.flatMap(([what, value]) => [['email', what, value] as const, ['password', what, value] as const]))(
    'is refused: %s is %s',
    async (field, _what, value) => {
      const { login } = await auth()
      const response = await login({ email: 'somebody', password: ann.password, [field]: value })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )
})

describe('a body', () => {
  const send = async (path: string, type: string, body: string) => {
    const { call } = await auth()
    return call().post(path).set('Content-Type', type).send(body)
  }

  it.each(['/auth/register', '/auth/login'])('that cannot be parsed is refused: %s', async (path) => {
    expect(await send(path, 'application/json', '{"email":')).toMatchObject({
      status: 400,
      body: { code: 'malformed_body' },
    })
    expect((await send(path, 'application/json', '[]')).status).toBe(400)
    expect((await send(path, 'application/json', '"text"')).status).toBe(400)
    expect((await send(path, 'text/plain', '{}')).status).toBe(415)
    expect((await send(path, 'application/x-www-form-urlencoded', 'email=ann')).status).toBe(415)
    expect((await send(path, 'application/json', JSON.stringify({ email: 'a'.repeat(10_000_000) }))).status).toBe(413)
    expect((await send(path, 'application/json', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)).status).toBe(400)
    const deep = `{"email":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`
    expect((await send(path, 'application/json', deep)).status).toBe(400)
  })

  it('cannot reach the prototype', async () => {
    const { register } = await auth()
    const response = await register(
      JSON.parse('{"username":"ann","__proto__":{"role":"admin"},"constructor":1,"dryRun":true}'),
    )
    expect(response.status).toBe(200)
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  it('is not required to refresh or to sign out', async () => {
    expect((await send('/auth/refresh', 'application/json', '{"token":{"$ne":1}}')).status).toBe(401)
    expect((await send('/auth/logout', 'text/plain', 'x'.repeat(1_000))).status).toBe(200)
  })
})

describe('an unknown path', () => {
  it('returns 404', async () => {
    const { call } = await auth()
    expect(await call().get('/auth/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
