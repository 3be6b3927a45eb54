import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestTokens, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)
const follow = `/users/${bob._id}/follow`
const deep = `{"state":${'['.repeat(10_000)}${']'.repeat(10_000)}}`

describe('bad input', () => {
  it.each<[string, string, string, number]>([
    ['a list', '{"state":[true]}', 'application/json', 400],
    ['an operator', '{"state":{"$ne":false}}', 'application/json', 400],
    ['a word', '{"state":"true"}', 'application/json', 400],
    ['a number', '{"state":1}', 'application/json', 400],
    ['nothing', '{"state":null}', 'application/json', 400],
    ['NUL', '{"state":"\\u0000"}', 'application/json', 400],
    ['half a character', '{"state":"\\ud800"}', 'application/json', 400],
    ['deep nesting', deep, 'application/json', 400],
    ['no JSON', '{"state":', 'application/json', 400],
    ['a list for a body', '[]', 'application/json', 400],
    ['a form', 'state=true', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{"state":true}', 'application/json; charset=koi8-r', 415],
    ['a megabyte', `{"state":"${'x'.repeat(1_000_000)}"}`, 'application/json', 413],
  ])('of %s is refused and changes nothing', async (_what, body, type, status) => {
    const { as, publishedEvents } = await started()
    const response = await as(alice).post(follow).set('Content-Type', type).send(body)
    expect(response.status).toBe(status)
    expect(response.body.requestId).toBe(response.headers['x-request-id'])
    expect(await publishedEvents(alice)).toEqual([])
  })

  it('with compression is refused before decompression', async () => {
    const { as } = await started()
    const packed = as(alice).post(follow).set('Content-Type', 'application/json').set('Content-Encoding', 'gzip')
    expect(await packed.send('{}')).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
  })

  it.each([
    ['get', '/auth/profile/%00', 400],
    ['get', '/auth/profile/%E0%A4%A', 400],
    ['get', '/auth/profile/..%2f..%2fhealth', 404],
    ['get', "/auth/profile/'%20or%201=1%20--", 404],
    ['get', `/auth/profile/${'x'.repeat(10_000)}`, 400],
    ['get', '/auth/profile/%00/followers', 400],
    ['get', `/auth/profile/${'x'.repeat(101)}/following`, 400],
    ['get', '/auth/profile/alice/followers/..', 404],
    ['get', '/auth/users?query[$ne]=a', 200],
    ['get', '/auth/users?__proto__[limit]=1', 200],
    ['get', '/auth/users?limit=9007199254740993', 400],
    ['put', '/auth/profile/alice', 404],
    ['get', '/auth/suggestions?limit[$gt]=1', 200],
    ['get', '/auth/suggestions?limit=NaN', 400],
    ['get', '/auth/suggestions?limit=9007199254740993', 400],
    ['get', '/auth/suggestions?__proto__[limit]=1', 200],
    ['post', '/users/x/follow', 400],
    ['post', `/users/${bob._id}%00/follow`, 400],
    ['post', '/users/%7B%22$ne%22:1%7D/follow', 400],
    ['delete', follow, 404],
    ['get', '/users/requests?limit=NaN', 400],
    ['get', '/users/requests?cursor=x', 400],
    ['post', '/users/requests/x', 400],
    ['put', '/users/x/privacy', 400],
    ['put', `/users/${bob._id}/privacy`, 400],
    ['put', '/users/%7B%22$ne%22:1%7D/privacy', 400],
    ['get', '/users/privacy/exceptions?limit=NaN', 200],
    ['post', '/users/requests/%7B%22$ne%22:1%7D', 400],
  ] as const)('%s %s is answered with %i', async (method, path, status) => {
    const { service, tokens } = await started()
    const response = await request(service.app)
      [method](path)
      .set('Authorization', `Bearer ${tokens.tokenFor(alice)}`)
    expect(response.status).toBe(status)
  })
})

describe('every call', () => {
  it.each([
    ['get', '/auth/profile/alice'],
    ['get', '/auth/suggestions'],
    ['get', '/auth/users'],
    ['get', '/auth/profile/alice/followers'],
    ['get', '/auth/profile/alice/following'],
    ['put', '/auth/profile'],
    ['post', follow],
    ['post', '/reports'],
    ['get', '/reports'],
    ['get', '/users/privacy'],
    ['put', '/users/privacy'],
    ['put', `/users/${bob._id}/privacy`],
    ['get', '/users/privacy/exceptions'],
    ['get', '/users/requests'],
    ['post', `/users/requests/${bob._id}`],
  ] as const)('%s %s requires a valid token', async (method, path) => {
    const { service, tokens } = await started()
    const sendRequest = (token?: string) => {
      const pending = request(service.app)[method](path)
      return token === undefined ? pending : pending.set('Authorization', `Bearer ${token}`)
    }
    const sid = '0199a000-0000-7000-8000-00000000e4d0'
    tokens.endSession(sid)
    const [head = '', body = '', signature = ''] = tokens.tokenFor(alice).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const other = createTestTokens().tokenFor(alice)
    const refused = {
      token_missing: [undefined],
      token_expired: [
        tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) }),
        other, // of an unknown key
      ],
      token_invalid: [
        'x.y.z',
        `${none}.${body}.`,
        `${head}.${body}.${signature.slice(1)}`,
        `${head}.${other.split('.')[1]}.${signature}`,
        tokens.tokenFor(alice, { sid }),
      ],
    }
    for (const [code, refusedTokens] of Object.entries(refused)) {
      for (const token of refusedTokens) expect(await sendRequest(token)).toMatchObject({ status: 401, body: { code } })
    }
  })
})
