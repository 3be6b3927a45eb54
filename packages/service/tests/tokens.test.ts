import { createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { alice, bob, createTestTokens } from '@meadow/testing'
import jwt from 'jsonwebtoken'
import { createVerifier } from '../src/index.ts'
import { startNotes } from './notes-service.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const later = (ms: number) => new Date(noon.getTime() + ms)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the verifier', () => {
  it('returns the claims of a token', async () => {
    const { verifier, tokenFor } = createTestTokens({ now: () => noon })
    const sid = randomUUID()
    expect(await verifier.verify(tokenFor(alice, { sid, role: 'admin' }))).toMatchObject({
      sub: alice._id,
      sid,
      username: 'alice',
      name: alice.fullName,
      role: 'admin',
    })
  })

  it('gives an unknown role of a newer auth the least rights', async () => {
    const { verifier, tokenFor } = createTestTokens()
    expect(await verifier.verify(tokenFor(alice, { role: 'owner' as 'admin' }))).toMatchObject({ role: 'member' })
  })

  it('refuses a token from the moment it expires, also from the cache', async () => {
    let now = noon
    const { verifier, tokenFor } = createTestTokens({ now: () => now })
    const token = tokenFor(alice, { expiresAt: later(60_000) })
    now = later(59_999)
    expect(await verifier.verify(token)).toMatchObject({ username: 'alice' })
    now = later(60_000)
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token_expired' })
    const fresh = tokenFor(bob, { issuedAt: noon, expiresAt: later(1_000) })
    await expect(verifier.verify(fresh)).rejects.toMatchObject({ code: 'token_expired' })
  })

  it('refuses the tokens of an ended session, also from the cache, and no others', async () => {
    const { verifier, tokenFor, endSession } = createTestTokens()
    const [sid, other] = [randomUUID(), randomUUID()]
    await verifier.verify(tokenFor(alice, { sid }))
    endSession(sid)
    await expect(verifier.verify(tokenFor(alice, { sid }))).rejects.toMatchObject({ code: 'token_invalid' })
    expect(await verifier.verify(tokenFor(alice, { sid: other }))).toMatchObject({ sid: other })
  })

  it('refuses a token of an unknown key as expired, so that a page renews its session when the key was removed', async () => {
    const { tokenFor } = createTestTokens({ now: () => noon })
    const keys = { find: async () => undefined } // of a process that started after the removal of the key
    const verifier = createVerifier({ keys, ended: { has: () => false }, now: () => noon })
    const expired = await verifier.verify(tokenFor(alice, { expiresAt: noon })).catch((error) => error)
    expect([expired.code, expired.reason]).toEqual(['token_expired', undefined])
    const revoked = await verifier.verify(tokenFor(alice, { expiresAt: later(1_000) })).catch((error) => error)
    expect([revoked.code, revoked.reason]).toEqual(['token_expired', 'unknown_key'])
  })

  it('refuses the tokens of a removed key, also from the cache, and verifies with a replaced key', async () => {
    const { publicKey, tokenFor } = createTestTokens()
    const keySource: { key: KeyObject | undefined } = { key: publicKey }
    const keys = { find: async () => keySource.key }
    const verifier = createVerifier({ keys, ended: { has: () => false }, now: () => new Date() })
    const token = tokenFor(alice)
    expect(await verifier.verify(token)).toMatchObject({ username: 'alice' })
    keySource.key = undefined
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'unknown_key' })
    keySource.key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
  })

  it('refuses tokens without a signature or with that of another key', async () => {
    const { verifier, tokenFor, publicKey } = createTestTokens()
    const validToken = tokenFor(alice)
    const [head = '', body = '', signature = ''] = validToken.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const unsigned = (change: object) => `${encode({ ...header, ...change })}.${body}`
    const spki = publicKey.export({ type: 'spki', format: 'pem' })
    const hs256 = unsigned({ alg: 'HS256' })
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const sign = (change: object, options: object = {}) =>
      jwt.sign({ ...claims, ...change }, stranger, { algorithm: 'ES256', keyid: header.kid, ...options })

    const forged = {
      none: `${unsigned({ alg: 'none' })}.`,
      'none, signed': `${unsigned({ alg: 'none' })}.${signature}`,
      'the public key as a secret': `${hs256}.${createHmac('sha256', spki).update(hs256).digest('base64url')}`,
      'no key': `${unsigned({ kid: undefined })}.${signature}`,
      'a key from elsewhere': sign({}, { header: { alg: 'ES256', kid: header.kid, jku: 'https://evil.example/keys' } }),
      'other claims': `${head}.${encode({ ...claims, sub: bob._id })}.${signature}`,
      'half of it': validToken.slice(0, -20),
      nothing: '',
      words: 'not a token',
      dots: '..',
      '10 kB': 'x'.repeat(10_000),
    }
    for (const [what, token] of Object.entries(forged)) {
      const refused = await verifier.verify(token).catch((error) => error.code)
      expect({ what, refused }).toEqual({ what, refused: 'token_invalid' })
    }
  })

  it('refuses tokens that auth signed for another purpose', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const keys = { find: async () => publicKey }
    const verifier = createVerifier({ keys, ended: { has: () => false }, now: () => noon })
    const claims = {
      sub: alice._id,
      sid: randomUUID(),
      username: 'alice',
      name: '',
      picture: '',
      role: 'member',
      iat: noon.getTime() / 1000,
      exp: noon.getTime() / 1000 + 900,
    }
    const claimOptions = { issuer: 'meadow', audience: 'meadow' }
    const sign = (change: object, options: object = claimOptions) =>
      jwt.sign({ ...claims, ...change }, privateKey, { algorithm: 'ES256', keyid: 'k', ...options })
    expect(await verifier.verify(sign({}))).toMatchObject({ username: 'alice' })
    const invalidTokens = [
      sign({}, { ...claimOptions, audience: 'mail' }),
      sign({}, { ...claimOptions, issuer: 'elsewhere' }),
      sign({ role: undefined }),
      sign({ sid: undefined }),
    ]
    for (const token of invalidTokens)
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
  })
})

describe('a call for members', () => {
  it('responds with the code and message that tell the browser what is wrong with the token', async () => {
    const { agent, tokens } = startNotes()
    const path = '/notes/0199a000-0000-7000-8000-000000000001'
    const sendNote = (authorization: string) => agent.post(path).set('Authorization', authorization).send({ text: 'x' })
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    expect(await sendNote(`Bearer ${expired}`)).toMatchObject({
      status: 401,
      body: { code: 'token_expired', error: 'Authentication failed: token expired' },
    })
    for (const authorization of ['Bearer x', 'Bearer', 'Basic YTpi', tokens.tokenFor(alice)]) {
      expect(await sendNote(authorization)).toMatchObject({
        status: 401,
        body: { code: 'token_invalid', error: 'Authentication failed: invalid token' },
      })
    }
    expect(await sendNote(`bearer  ${tokens.tokenFor(alice)}`)).toMatchObject({ status: 201 })
  })
})
