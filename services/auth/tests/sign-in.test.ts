import { describe, expect, it, jest } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { createPasswordHasher } from '../src/passwords/password-hasher.ts'
import { signIn } from '../src/sign-in/sign-in.ts'
import { ann, openAuth } from './fixtures.ts'

describe('POST /auth/login', () => {
  const auth = shareAcrossTests(async () => {
    const started = await openAuth()
    await started.register()
    return started
  })

  it.each(['ann', 'ANN', '@ann', ' @Ann ', ' ann@example.org ', 'Ann@Example.ORG'])(
    'signs in by e-mail or username: %p',
    async (email) => {
      const { login, me } = await auth()
      const response = await login({ email, password: ann.password })
      expect(response).toMatchObject({ status: 200, body: { user: { username: 'ann', email: 'ann@example.org' } } })
      expect((await me(response.body.token)).status).toBe(200)
    },
  )

  it('accepts an accent in another Unicode normalization form', async () => {
    const { register, login } = await auth()
    await register({ username: 'rene', email: 'rene@example.org', password: 'caf\u00e9 au lait' })
    expect((await login({ email: 'rene', password: 'cafe\u0301 au lait' })).status).toBe(200)
  })

  it('returns the same response for an unknown member and a wrong password', async () => {
    const { login } = await auth()
    const wrong = await login({ email: 'ann', password: 'wrong horse' })
    const unknown = await login({ email: 'nobody.here', password: 'wrong horse' })
    const unknownMail = await login({ email: 'nobody@example.org', password: 'nobody has this' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({
      error: 'Wrong email, username or password',
      code: 'wrong_credentials',
      requestId: expect.any(String),
    })
    for (const other of [unknown, unknownMail]) {
      expect(other.status).toBe(401)
      expect({ ...other.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
      expect(Object.keys(other.headers).toSorted()).toEqual(Object.keys(wrong.headers).toSorted())
    }
  })

  it('returns which fields are missing', async () => {
    const { login } = await auth()
    const response = await login({ email: ' ', password: '' })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(response.body.fields).toEqual({ email: 'Email or username is required', password: 'Password is required' })
  })

  it('opens a new session each time', async () => {
    const { register, login, pool } = await auth()
    const { body } = await register({ username: 'often', email: 'often@example.org' })
    await login({ email: 'often', password: ann.password, remember: true })
    const { rows } = await pool.query('select remember from sessions where account_id = $1 order by id', [
      body.user._id,
    ])
    expect(rows.map(({ remember }) => remember)).toEqual([false, true])
  })
})

it('is refused without a statement while too many passwords wait to be verified', async () => {
  const passwords = await createPasswordHasher()
  const waiting = Array.from({ length: 34 }, () => passwords.hash('a long password'))
  const accounts = { findForSignIn: jest.fn() }
  await expect(signIn({ passwords, accounts } as never, {} as never)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  expect(accounts.findForSignIn).not.toHaveBeenCalled()
  await Promise.all(waiting)
})

it('tells everyone if guests may read', async () => {
  for (const allowsGuests of [true, false]) {
    await using auth = await openAuth({ allowsGuests })
    const response = await request(auth.service.app).get('/auth/guest-mode')
    expect(response).toMatchObject({ status: 200, body: { guestMode: allowsGuests ? 'on' : 'off' } })
  }
})
