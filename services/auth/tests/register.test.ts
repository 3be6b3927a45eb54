import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth, readCookie } from './fixtures.ts'

describe('POST /auth/register', () => {
  const auth = shareAcrossTests(openAuth)

  it('signs in, stores the account, and publishes an event without the e-mail address', async () => {
    const { register, publishedEvents, me } = await auth()
    const response = await register({ username: ' AnN ', fullName: ' Ann Berger ' })
    expect(response).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
    const { token, user } = response.body
    expect(user).toEqual({
      _id: expect.any(String),
      username: 'ann',
      fullName: 'Ann Berger',
      avatar: '',
      isVerified: false,
      isFollowing: false,
      email: 'ann@example.org',
      emailVerified: false,
      canVerifyEmail: true,
      following: [],
      role: 'member',
      plan: 'pro',
      isWelcomed: false,
    })
    expect((await me(token)).body).toEqual(user)
    const [event, ...more] = await publishedEvents()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'member.registered',
      source: 'auth',
      subject: user._id,
      data: { username: 'ann', fullName: 'Ann Berger', accountVersion: 1, isEmailVerified: false },
    })
    expect(JSON.stringify(event)).not.toContain('ann@example.org')
  })

  it.each([
    ['a session cookie', false, undefined],
    ['a cookie of 30 days', true, 'Max-Age=2592000'],
  ])('gives %s for remember %p', async (_what, remember, maxAge) => {
    const { register } = await auth()
    const name = remember ? 'remembered' : 'forgotten'
    const response = await register({ username: name, email: `${name}@example.org`, remember })
    const attributes = response.get('Set-Cookie')?.[0]?.split('; ') ?? []
    expect(attributes[0]).toMatch(/^meadow-refresh-5000=[\w.-]+$/)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/api/auth', 'HttpOnly', 'SameSite=Strict']))
    expect(attributes.find((attribute) => attribute.startsWith('Max-Age'))).toBe(maxAge)
  })

  it('stores neither the password nor the refresh token', async () => {
    const { register, pool } = await auth()
    const response = await register({ username: 'dora', email: 'dora@example.org', password: 'a plain secret' })
    const { rows } = await pool.query(
      'select a.*, s.* from accounts a join sessions s on s.account_id = a.id where username = $1',
      ['dora'],
    )
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const token = readCookie(response).split('.')[1] ?? ''
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('base64url') : value,
    )
    expect(stored).not.toContain('a plain secret')
    expect(stored).not.toContain(token)
  })

  it('returns which names are taken, ignoring case', async () => {
    const { register } = await auth()
    await register({ username: 'eva', email: 'eva@example.org' })
    const both = await register({ username: 'EVA', email: 'Eva@Example.org' })
    expect(both).toMatchObject({ status: 409, body: { code: 'already_taken' } })
    expect(both.body.fields).toEqual({ username: 'This username is taken', email: 'This email is taken' })
    expect((await register({ username: 'eva2', email: 'ｅva@example.org' })).body.fields).toEqual({
      email: 'This email is taken',
    })
  })

  it('accepts one of two concurrent registrations of a username', async () => {
    const { register, countRows, publishedEvents } = await auth()
    const before = { accounts: await countRows('accounts'), events: (await publishedEvents()).length }
    const responses = await Promise.all(
      [1, 2, 3].map((n) => register({ username: 'twin', email: `twin${n}@example.org` })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await countRows('accounts')).toBe((before.accounts ?? 0) + 1)
    expect(await publishedEvents()).toHaveLength(before.events + 1)
  })

  it('returns all errors together for reserved usernames and weak passwords', async () => {
    const { register } = await auth()
    const response = await register({ username: 'Admin', password: '123456' })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(response.body.fieldCodes).toEqual({ username: 'reserved', password: 'too_common' })
    expect((await register({ username: 'me' })).status).toBe(400)
    expect((await register({ username: 'follow' })).body.fields.username).toBe('This username is reserved')
    expect((await register({ password: 'Ann.Berger1' })).body.fieldCodes.password).toBe('too_personal')
  })

  it('ignores unknown fields', async () => {
    const { register } = await auth()
    const mass = {
      role: 'admin',
      _id: '0199a000-0000-7000-8000-000000000666',
      isVerified: true,
      plan: 'gold',
      emailVerified: true,
    }
    const response = await register({ username: 'mallory', email: 'mallory@example.org', ...mass })
    expect(response.body.user).toMatchObject({ role: 'member', isVerified: false, plan: 'pro', emailVerified: false })
    expect(response.body.user._id).not.toBe(mass._id)
  })
})

describe('POST /auth/register with dryRun', () => {
  const auth = shareAcrossTests(openAuth)

  it('accepts a valid registration and stores nothing', async () => {
    const { register, countRows } = await auth()
    const response = await register({ dryRun: true })
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect([await countRows('accounts'), await countRows('sessions'), await countRows('outbox')]).toEqual([0, 0, 0])
  })

  it('returns the errors of an invalid registration', async () => {
    const { register } = await auth()
    await register()
    expect((await register({ dryRun: true })).body.fields).toMatchObject({ username: 'This username is taken' })
    expect((await register({ dryRun: true, username: 'admin' })).status).toBe(400)
    expect((await register({ dryRun: true, email: ann.username })).body.fields).toEqual({ email: 'Email is invalid' })
  })
})
