import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { USERNAME_PATTERN } from '../src/account-limits.ts'
import { calls } from '../src/index.ts'

const account = { username: 'ann', email: 'ann@example.org', password: 'a long word', fullName: 'Ann Berger' }
const register = (change: Record<string, unknown>) => calls.register.body.safeParse({ ...account, ...change })
const firstMessage = (change: Record<string, unknown>) => register(change).error?.issues[0]?.message

describe('a username', () => {
  it.each(['ann', 'ann.berger', 'a_1', '007', 'a._b'])('may be %s', (username) => {
    expect(register({ username }).success).toBe(true)
  })

  it.each(['an', '.ann', 'ann.', '_ann', 'ann_', 'a..n', 'an n', 'änn', 'a'.repeat(31), ''])(
    'may not be %p',
    (username) => {
      expect(register({ username }).success).toBe(false)
    },
  )

  it('is lower-cased', () => {
    expect(register({ username: '  AnN ' }).data?.username).toBe('ann')
  })

  // the Kelvin sign, a full-width a, a zero-width space, a Cyrillic a
  it.each(['an\u212a', '\uff41nn', 'a\u200bnn', '\u0430nn'])(
    'is rejected if it has look-alike characters: %p',
    (username) => {
      expect(register({ username }).success).toBe(false)
    },
  )

  it('matches its pattern for every input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (username) => {
        const { data } = register({ username })
        expect(data === undefined || USERNAME_PATTERN.test(data.username)).toBe(true)
      }),
    )
  })
})

describe('signing up', () => {
  it.each([
    [{ username: '' }, 'Username is required'],
    [{ username: 'an' }, 'Username must be at least 3 characters'],
    [{ fullName: ' ' }, 'Full name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ann' }, 'Email is invalid'],
    [{ password: '' }, 'Password is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
  ])('reports the first invalid field: %p', (change, message) => {
    expect(firstMessage(change)).toBe(message)
  })

  it('drops unknown fields', () => {
    expect(register({ role: 'admin', isVerified: true }).data).not.toHaveProperty('role')
  })
})

describe('a post', () => {
  const post = (body: unknown) => calls.createPost.body.safeParse(body)

  it('needs text or a picture', () => {
    expect(post({ content: '  ' }).success).toBe(false)
    expect(post({ content: 'Hello' }).success).toBe(true)
    expect(post({ image: '/media/p/a/b' }).success).toBe(true)
  })

  it.each(['\0', '\ud800', 'a\udc00b'])('is rejected if an engine cannot store it: %p', (content) => {
    expect(post({ content }).success).toBe(false)
  })

  it('has at most 5,000 characters', () => {
    expect(post({ content: 'a'.repeat(5_000) }).success).toBe(true)
    expect(post({ content: 'a'.repeat(5_001) }).success).toBe(false)
  })
})

describe('a list', () => {
  const list = (query: unknown) => calls.listPosts.query.safeParse(query)

  it('starts by default at page 1 with 5 posts of followed members', () => {
    expect(list({}).data).toMatchObject({ scope: 'following', page: 1, limit: 5 })
  })

  it.each([{ limit: '0' }, { limit: '51' }, { limit: '5x' }, { page: '0' }, { page: ['1', '2'] }, { scope: 'mine' }])(
    'rejects %p',
    (query) => {
      expect(list(query).success).toBe(false)
    },
  )
})
