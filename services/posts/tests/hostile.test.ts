import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestTokens, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { startPosts, unknownId } from './fixtures.ts'

const started = shareAcrossTests(startPosts)

const long = 'x'.repeat(10_000_000)
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const texts: unknown[] = [
  ['a'],
  { $gt: '' },
  { $ne: null },
  42,
  true,
  null,
  'nul \0',
  'lone \ud800',
  '\udc00 lone',
  `${'y'.repeat(100_000)}`,
  { toString: 'x' },
  { __proto__: null, constructor: { prototype: {} } },
]

async function stored() {
  const { behind } = await started()
  return Promise.all((['posts', 'comments', 'likes', 'media', 'outbox'] as const).map((kind) => behind.count(kind)))
}

describe('bad input', () => {
  it.each(['content', 'image', 'alt', 'text', 'state'])(
    'as %s is refused, and nothing of it is kept',
    async (field) => {
      const { as, given } = await started()
      const post = await given.post({ by: alice })
      const before = await stored()
      const path = { text: `/posts/${post._id}/comments`, state: `/posts/${post._id}/like` }[field] ?? '/posts'
      for (const text of texts) {
        if ((field === 'state' && text === true) || (field === 'image' && text === null)) continue
        const filler = field === 'alt' ? { content: 'A post' } : {}
        const answer = await as(bob)
          .post(path)
          .send({ ...filler, [field]: text })
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      }
      const tooLarge = await as(bob)
        .post(path)
        .send({ [field]: long })
      expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'too_large'])
      expect(await stored()).toEqual(before)
    },
  )

  it.each<[string, string, string, number]>([
    ['deep nesting', deep, 'application/json', 400],
    ['what is no JSON', '{"content":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['text', 'content=x', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{"content":"x"}', 'application/json; charset=koi8-r', 415],
    ['prototype keys', '{"__proto__":{"content":"x"}}', 'application/json', 400],
  ])('of %s is refused', async (_, body, type, status) => {
    const { as } = await started()
    const before = await stored()
    const answer = await as(bob).post('/posts').set('Content-Type', type).send(body)
    expect(answer.status).toBe(status)
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['get', '/posts/x', 400],
    ['get', '/posts/1', 400],
    ['get', `/posts/${unknownId.toUpperCase()}`, 400],
    ['get', `/posts/${unknownId}%00`, 400],
    ['get', '/posts/%E0%A4%A', 400],
    ['get', "/posts/'%20or%201=1%20--", 400],
    ['get', '/posts/user/%00', 400],
    ['get', `/posts/user/${'x'.repeat(101)}`, 400],
    ['get', '/posts/user/a%27%3B%20drop%20table%20posts', 404],
    ['get', '/posts?limit[$gt]=1', 200],
    ['get', '/posts?__proto__[limit]=1', 200],
    ['get', `/posts/${unknownId}/comments?limit=51`, 400],
    ['get', `/posts/${unknownId}/comments?limit=5&limit=6`, 400],
    ['post', '/posts/x/like', 400],
    ['post', '/posts/x/comments', 400],
    ['delete', '/posts/x', 400],
    ['delete', '/posts', 404],
    ['get', '/media', 404],
  ] as const)('%s %s is answered with %i', async (method, path, status) => {
    const { as } = await started()
    const answer = await as(bob)[method](path)
    expect(answer.status).toBe(status)
  })
})

describe('every call', () => {
  it.each([
    ['get', '/posts'],
    ['post', '/posts'],
    ['get', `/posts/${unknownId}`],
    ['delete', `/posts/${unknownId}`],
    ['post', `/posts/${unknownId}/like`],
    ['post', `/posts/${unknownId}/comments`],
    ['get', `/posts/${unknownId}/comments`],
    ['get', '/posts/user/alice'],
    ['post', '/media'],
  ] as const)('%s %s asks to sign in', async (method, path) => {
    const { app, tokens } = await started()
    expect(await request(app)[method](path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    const ended = '0199a000-0000-7000-8000-00000000e4d0'
    tokens.endSession(ended)
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    const refused: [string, string][] = [
      ['x.y.z', 'token_invalid'],
      [createTestTokens().tokenFor(alice), 'token_invalid'],
      [tokens.tokenFor(alice, { sid: ended }), 'token_invalid'],
      [expired, 'token_expired'],
    ]
    for (const [token, code] of refused) {
      const answer = await request(app)[method](path).set('Authorization', `Bearer ${token}`)
      expect(answer).toMatchObject({ status: 401, body: { code } })
    }
  })
})
