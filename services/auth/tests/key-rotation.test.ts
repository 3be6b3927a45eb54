import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type Claims, openTrustStore } from '@meadow/service'
import { createSecurityEventLog, eventually, testLog } from '@meadow/testing'
import jwt from 'jsonwebtoken'
import request from 'supertest'
import { rotateSigningKey } from '../src/keys/change-signing-keys.ts'
import { parseKeysCommand } from '../src/keys/cli/command.ts'
import { runKeysCommand } from '../src/keys/cli/run-command.ts'
import { openKeyRing } from '../src/keys/key-ring.ts'
import { createSigningKeyEncryption } from '../src/keys/signing-key-encryption.ts'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const inClear = createSigningKeyEncryption([])

const readKid = (token: string) => jwt.decode(token, { complete: true })?.header.kid

/** Opens auth with a member, and what tests do with its keys. */
async function openWithMember(options: Parameters<typeof openAuth>[0] = {}) {
  const auth = await openAuth(options)
  const store = auth.store.ports.signingKeys
  const first = (await auth.register()).body.token as string
  return {
    ...auth,
    first,
    signIn: async () => (await auth.login({ email: 'ann', password: ann.password })).body.token as string,
    listKids: async () => {
      const { keys } = (await auth.call().get('/auth/jwks')).body as { keys: { kid: string }[] }
      return keys.map(({ kid }) => kid)
    },
    rotate: async (mode: 'scheduled' | 'now' | 'revoke') =>
      void (await rotateSigningKey({ store, encryption: inClear }, mode)),
    runCommand: async (args: string) => {
      const lines: string[] = []
      const print = (line: string) => lines.push(line)
      await runKeysCommand(parseKeysCommand(args.split(' ')), { store, encryption: inClear, print })
      return lines
    },
  }
}

describe('the rotation of signing keys', () => {
  it('publishes the next key before it signs, and removes the previous one when its tokens have expired', async () => {
    await using auth = await openWithMember({ signingKeyDays: 90 })
    auth.advance(90 * DAY_MS - 10 * MINUTE_MS)
    const [firstKid, secondKid, ...others] = await auth.listKids()
    expect([firstKid, others]).toEqual([readKid(auth.first), []])
    auth.advance(10 * MINUTE_MS - 1_000)
    const last = await auth.signIn()
    expect(readKid(last)).toBe(firstKid)
    auth.advance(2_000)
    expect(readKid(await auth.signIn())).toBe(secondKid)
    auth.advance(14 * MINUTE_MS)
    expect((await auth.me(last)).status).toBe(200)
    expect(await auth.listKids()).toEqual([firstKid, secondKid])
    auth.advance(3 * MINUTE_MS)
    expect(await auth.listKids()).toEqual([secondKid])
    expect(await auth.me(last)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  })

  it('happens once for several instances, and all of them sign with the new key', async () => {
    await using auth = await openWithMember()
    const others = await Promise.all([auth.openInstance(), auth.openInstance()])
    auth.advance(90 * DAY_MS)
    const apps = [auth.service, ...others].map(({ app }) => app)
    await Promise.all([...apps, ...apps].map((app) => request(app).get('/auth/jwks').expect(200)))
    expect(await auth.listKids()).toHaveLength(2)
    auth.advance(10 * MINUTE_MS)
    const [, secondKid] = await auth.listKids()
    for (const app of apps) {
      const { body } = await request(app).post('/auth/login').send({ email: 'ann', password: ann.password })
      expect(readKid(body.token)).toBe(secondKid)
      for (const one of apps) await request(one).get('/auth/me').set(toBearerHeader(body.token)).expect(200)
    }
  })

  it('creates one first key when several instances start at once', async () => {
    await using auth = await openAuth()
    await auth.pool.query('delete from signing_keys')
    await Promise.all(Array.from({ length: 3 }, () => auth.openInstance()))
    expect(await auth.countRows('signing_keys')).toBe(1)
  })

  it('by hand happens in ten minutes, with --now in ten seconds', async () => {
    await using auth = await openWithMember()
    const kid = readKid(auth.first)
    const lines = await auth.runCommand('rotate')
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${kid}  current   signs from 2026-03-02T12:00:00`)),
      expect.stringMatching(/ {2}next {6}signs from 2026-03-02T12:10:00/),
    ])
    expect(await auth.runCommand('rotate')).toEqual(lines)
    expect(await auth.runCommand('rotate --now')).toHaveLength(3)
    expect((await auth.call().get('/auth/jwks')).text).not.toMatch(/"d"|encrypted/)
    auth.advance(10_000)
    expect(readKid(await auth.signIn())).not.toBe(kid)
    expect((await auth.runCommand('list'))[0]).toMatch(`${kid}  previous`)
  })

  it('lists no keys while the store is down, as others may be valid by then, and reads once for many unknown keys', async () => {
    await using auth = await openAuth()
    const { signingKeys } = auth.store.ports
    let reads = 0
    let isDown = false
    const store: typeof signingKeys = {
      ...signingKeys,
      read() {
        reads += 1
        return isDown ? Promise.reject(new Error('the store is down')) : signingKeys.read()
      },
    }
    const { advance, now } = auth
    const keys = await openKeyRing({ store, encryption: inClear, maxAgeMs: DAY_MS, now })
    advance(2_000)
    reads = 0
    await Promise.all(['a', 'b', 'c'].map((kid) => keys.find(kid)))
    expect(reads).toBe(1)
    const [kid = ''] = keys.kids
    const key = await keys.find(kid)
    await keys.listPublicJwks()
    expect(await keys.find(kid)).toBe(key) // the same object, so that verified tokens stay cached
    isDown = true
    await expect(keys.listPublicJwks()).rejects.toThrow('the store is down')
    expect(await keys.find(kid)).toBe(key)
  })

  it.each(['', 'erase', 'list --now', 'rotate --now --revoke', 'rotate --later'])('refuses the command %j', (args) => {
    expect(() => parseKeysCommand(args.split(' ').filter(Boolean))).toThrow('Usage:')
  })
})

describe('a revoked key', () => {
  it('is refused by auth and by every verifier at once, and its members renew their sessions', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    await using auth = await openWithMember({ log })
    const other = await auth.openInstance()
    const { port } = await auth.service.start(0, '127.0.0.1')
    const deps = { authUrl: `http://127.0.0.1:${port}`, state: auth.state, log: testLog, now: auth.now }
    await using verifier = await openTrustStore(deps)
    const kid = readKid(auth.first) ?? ''
    expect(await verifier.keys.find(kid)).toBeDefined()
    await other.start(0, '127.0.0.1')

    await auth.rotate('revoke')
    await eventually(() => expect(verifier.keys.find(kid)).rejects.toMatchObject({ code: 'token_expired' }))
    for (const { app } of [auth.service, other])
      await eventually(async () => {
        const response = await request(app).get('/auth/me').set(toBearerHeader(auth.first))
        expect(response).toMatchObject({ status: 401, body: { code: 'token_expired' } })
      })
    const token = await auth.signIn()
    expect(await verifier.keys.find(readKid(token) ?? '')).toBeDefined()
    const changes = () =>
      securityEvents.filter(({ event }) => event === 'auth.signing_key_changed').map(({ reason, key }) => [reason, key])
    await eventually(() => expect(changes()).toContainEqual(['removed', kid]))
    expect(changes()).toEqual(
      expect.arrayContaining([
        ['published', readKid(token)],
        ['in_use', readKid(token)],
      ]),
    )
  })

  it('is replaced although its encryption key is lost', async () => {
    const [lost, created] = [randomBytes(32), randomBytes(32)].map((key) => createSigningKeyEncryption([key]))
    await using auth = await openWithMember(lost && { signingKeyEncryption: lost })
    const store = auth.store.ports.signingKeys
    await expect(rotateSigningKey({ store, encryption: inClear }, 'revoke')).rejects.toThrow(
      'The stored keys are encrypted',
    )
    if (created) await rotateSigningKey({ store, encryption: created }, 'revoke')
    expect(await auth.listKids()).not.toContain(readKid(auth.first))
  })
})

describe('the private part of a signing key', () => {
  const readStored = async ({ pool }: Pick<Awaited<ReturnType<typeof openAuth>>, 'pool'>) =>
    (await pool.query<{ private_jwk: { d?: string; encrypted_d?: string } }>('select private_jwk from signing_keys'))
      .rows

  it('is encrypted, also if it was stored before in clear, by the first start with an encryption key', async () => {
    const encryption = { current: inClear }
    await using auth = await openWithMember({ signingKeyEncryption: wrap(encryption) })
    expect((await readStored(auth))[0]?.private_jwk.d).toBeDefined()
    encryption.current = createSigningKeyEncryption([randomBytes(32)])
    const { app } = await auth.openInstance()
    const [row] = await readStored(auth)
    expect(row?.private_jwk).toEqual(expect.objectContaining({ encrypted_d: expect.stringMatching(/^v1\./) }))
    expect(row?.private_jwk).not.toHaveProperty('d')
    await request(app).get('/auth/me').set(toBearerHeader(auth.first)).expect(200)
    auth.advance(90 * DAY_MS) // a next key is due, which must not be stored in clear
    for (const wrong of [createSigningKeyEncryption([randomBytes(32)]), inClear]) {
      encryption.current = wrong
      await expect(auth.openInstance()).rejects.toThrow('which is not in SIGNING_KEY_ENCRYPTION_KEY')
    }
    expect(await readStored(auth)).toEqual([row])
  })

  it('stays encrypted while an instance without the encryption key runs, which signs with the key that it has', async () => {
    await using auth = await openWithMember()
    const deps = { store: auth.store.ports.signingKeys, maxAgeMs: 90 * DAY_MS, now: auth.now }
    const withoutKey = await openKeyRing({ ...deps, encryption: inClear })
    const withKey = await openKeyRing({ ...deps, encryption: createSigningKeyEncryption([randomBytes(32)]) })
    auth.advance(90 * DAY_MS) // a next key is due
    const { aud: _aud, iss: _iss, ...claims } = jwt.decode(auth.first) as Claims & jwt.JwtPayload
    const token = await withoutKey.sign(claims)
    expect(readKid(token)).toBe(readKid(auth.first))
    expect(await readStored(auth)).toHaveLength(1)
    await withKey.refresh()
    const stored = await readStored(auth)
    expect(stored).toHaveLength(2)
    for (const { private_jwk } of stored) expect(private_jwk).not.toHaveProperty('d')
  })
})

/** Returns the encryption that is current at each call. */
function wrap(encryption: {
  current: ReturnType<typeof createSigningKeyEncryption>
}): ReturnType<typeof createSigningKeyEncryption> {
  return {
    encrypt: (...args) => encryption.current.encrypt(...args),
    decrypt: (...args) => encryption.current.decrypt(...args),
    isUpToDate: (...args) => encryption.current.isUpToDate(...args),
  }
}
