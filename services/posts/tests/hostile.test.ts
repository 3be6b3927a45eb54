import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestTokens, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

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

async function countAllRows() {
  const { inspect } = await getPosts()
  return Promise.all(
    (['posts', 'comments', 'likes', 'media', 'outbox'] as const).map((kind) => inspect.countRows(kind)),
  )
}

describe('invalid input', () => {
  it.each(['content', 'image', 'alt', 'text', 'state'])('in the field %s is rejected and not stored', async (field) => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    const before = await countAllRows()
    const path = { text: `/posts/${post._id}/comments`, state: `/posts/${post._id}/like` }[field] ?? '/posts'
    for (const text of texts) {
      if ((field === 'state' && text === true) || (field === 'image' && text === null)) continue
      const filler = field === 'alt' ? { content: 'A post' } : {}
      const response = await as(bob)
        .post(path)
        .send({ ...filler, [field]: text })
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    }
    const tooLarge = await as(bob)
      .post(path)
      .send({ [field]: long })
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'too_large'])
    expect(await countAllRows()).toEqual(before)
  })

  it.each<[string, string, string, number]>([
    ['deep nesting', deep, 'application/json', 400],
    ['invalid JSON', '{"content":', 'application/json', 400],
    ['a JSON array', '[]', 'application/json', 400],
    ['text', 'content=x', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{"content":"x"}', 'application/json; charset=koi8-r', 415],
    ['prototype keys', '{"__proto__":{"content":"x"}}', 'application/json', 400],
  ])('with a body of %s is rejected', async (_, body, type, status) => {
    const { as } = await getPosts()
    const before = await countAllRows()
    const response = await as(bob).post('/posts').set('Content-Type', type).send(body)
    expect(response.status).toBe(status)
    expect(await countAllRows()).toEqual(before)
  })

  it.each([
    ['get', '/posts/x', 400],
    ['get', '/posts/1', 400],
    ['get', `/posts/${UNKNOWN_ID.toUpperCase()}`, 400],
    ['get', `/posts/${UNKNOWN_ID}%00`, 400],
    ['get', '/posts/%E0%A4%A', 400],
    ['get', "/posts/'%20or%201=1%20--", 400],
    ['get', '/posts/user/%00', 400],
    ['get', `/posts/user/${'x'.repeat(101)}`, 400],
    ['get', '/posts/user/a%27%3B%20drop%20table%20posts', 404],
    ['get', '/posts?limit[$gt]=1', 200],
    ['get', '/posts?__proto__[limit]=1', 200],
    ['get', `/posts/${UNKNOWN_ID}/comments?limit=51`, 400],
    ['get', `/posts/${UNKNOWN_ID}/comments?limit=5&limit=6`, 400],
    ['post', '/posts/x/like', 400],
    ['post', '/posts/x/comments', 400],
    ['delete', '/posts/x', 400],
    ['delete', '/posts', 404],
    ['get', '/media', 404],
  ] as const)('%s %s returns %i', async (method, path, status) => {
    const { as } = await getPosts()
    const response = await as(bob)[method](path)
    expect(response.status).toBe(status)
  })
})

describe('every call', () => {
  it.each([
    ['get', '/posts'],
    ['post', '/posts'],
    ['get', `/posts/${UNKNOWN_ID}`],
    ['delete', `/posts/${UNKNOWN_ID}`],
    ['post', `/posts/${UNKNOWN_ID}/like`],
    ['post', `/posts/${UNKNOWN_ID}/share`],
    ['delete', `/posts/${UNKNOWN_ID}/share`],
    ['post', `/posts/${UNKNOWN_ID}/comments`],
    ['get', `/posts/${UNKNOWN_ID}/comments`],
    ['get', '/posts/user/alice'],
    ['post', '/media'],
  ] as const)('%s %s requires a valid token', async (method, path) => {
    const { app, tokens } = await getPosts()
    expect(await request(app)[method](path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    const ended = '0199a000-0000-7000-8000-00000000e4d0'
    tokens.endSession(ended)
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    const rejected: [string, string][] = [
      ['x.y.z', 'token_invalid'],
      [createTestTokens().tokenFor(alice), 'token_expired'], // of an unknown key
      [tokens.tokenFor(alice, { sid: ended }), 'token_invalid'],
      [expired, 'token_expired'],
    ]
    for (const [token, code] of rejected) {
      const response = await request(app)[method](path).set('Authorization', `Bearer ${token}`)
      expect(response).toMatchObject({ status: 401, body: { code } })
    }
  })
})
