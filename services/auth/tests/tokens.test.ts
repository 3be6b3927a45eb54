import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import jwt from 'jsonwebtoken'
import request from 'supertest'
import { openAuth, readCookie, toBearerHeader } from './fixtures.ts'

const auth = shareAcrossTests(async () => {
  const started = await openAuth()
  const response = await started.register()
  const { keys } = (await started.call().get('/auth/jwks')).body as { keys: (JsonWebKey & { kid: string })[] }
  const [key] = keys
  if (!key) throw new Error('no key')
  return { ...started, token: response.body.token as string, cookie: readCookie(response), key, keys }
})

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

describe('GET /auth/jwks', () => {
  it('returns the public part of the signing key only', async () => {
    const { key, keys, token } = await auth()
    expect(keys).toHaveLength(1)
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(jwt.decode(token, { complete: true })?.header).toMatchObject({ alg: 'ES256', kid: key.kid })
  })

  it('is the same for every process and every start', async () => {
    const { openInstance, key, me, token } = await auth()
    const service = await openInstance()
    expect((await request(service.app).get('/auth/jwks')).body.keys).toEqual([key])
    expect((await request(service.app).get('/auth/me').set(toBearerHeader(token))).status).toBe(200)
    expect((await me(token)).status).toBe(200)
  })
})

describe('an access token', () => {
  it('contains the claims of the member and lives for 15 minutes by the injected clock', async () => {
    const { token, now, key } = await auth()
    const claims = jwt.verify(token, createPublicKey({ key, format: 'jwk' }), {
      algorithms: ['ES256'],
      clockTimestamp: seconds(now()),
    })
    expect(claims).toEqual({
      sub: expect.any(String),
      sid: expect.any(String),
      username: 'ann',
      name: 'Ann Berger',
      picture: '',
      role: 'member',
      iss: 'meadow',
      aud: 'meadow',
      iat: seconds(now()),
      exp: seconds(now()) + 900,
    })
  })

  it('expires', async () => {
    const { login, me, advance } = await auth()
    const { body } = await login({ email: 'ann', password: 'correct horse' })
    advance(14 * 60_000)
    expect((await me(body.token)).status).toBe(200)
    advance(60_000)
    expect(await me(body.token)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  })

  it('is required', async () => {
    const { call } = await auth()
    expect(await call().get('/auth/me')).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    expect(await call().get('/auth/me').set('Authorization', 'Basic YTpi')).toMatchObject({ status: 401 })
  })

  it('is refused when it is forged', async () => {
    const { me, token, cookie, key, now } = await auth()
    const { payload } = jwt.decode(token, { complete: true }) as { payload: jwt.JwtPayload }
    const claims = { ...payload, iat: seconds(now()), exp: seconds(now()) + 600 }
    const publicPem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const forged = {
      'alg none': `${encode({ alg: 'none', kid: key.kid })}.${encode(claims)}.`,
      'HS256 with the public key': signHmac(encode({ alg: 'HS256', kid: key.kid }), encode(claims), publicPem),
      'HS256 with a guess': jwt.sign(claims, 'x', { algorithm: 'HS256', keyid: key.kid }),
      "a stranger's key under our kid": jwt.sign(claims, stranger, { algorithm: 'ES256', keyid: key.kid }),
      'a key of its own': jwt.sign(claims, stranger, {
        algorithm: 'ES256',
        keyid: key.kid,
        header: { alg: 'ES256', jku: 'https://evil.example/jwks', jwk: stranger.export({ format: 'jwk' }) } as never,
      }),
      'other claims': token.replace(/\.[^.]+\./, `.${encode({ ...claims, role: 'admin' })}.`),
      'the refresh token': cookie.split('=')[1] ?? '',
      nonsense: 'a.b.c',
    }
    for (const [what, value] of Object.entries(forged)) {
      const { status, body } = await me(value)
      expect({ what, status, code: body.code }).toEqual({ what, status: 401, code: 'token_invalid' })
    }
    const unknown = jwt.sign(claims, stranger, { algorithm: 'ES256', keyid: 'unknown' })
    expect(await me(unknown)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  })

  it('is refused with another audience or another issuer', async () => {
    const { me, pool, token, now } = await auth()
    const { rows } = await pool.query('select kid, private_jwk from signing_keys')
    const privateKey = createPrivateKey({ key: rows[0].private_jwk, format: 'jwk' })
    const { aud, iss, ...rest } = jwt.decode(token) as jwt.JwtPayload
    const claims = { ...rest, iat: seconds(now()), exp: seconds(now()) + 600 }
    const sign = (audience: string, issuer: string) =>
      jwt.sign(claims, privateKey, { algorithm: 'ES256', keyid: rows[0].kid, audience, issuer })
    expect((await me(sign('meadow', 'meadow'))).status).toBe(200)
    expect(await me(sign('other', 'meadow'))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    expect(await me(sign('meadow', 'other'))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })
})

function signHmac(header: string, claims: string, secret: string | Buffer): string {
  return `${header}.${claims}.${createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')}`
}
