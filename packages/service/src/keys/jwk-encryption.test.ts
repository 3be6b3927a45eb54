import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createJwkEncryption, type StoredJwk } from './jwk-encryption.ts'

const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const texts = { keyName: 'signing key', variable: 'ENCRYPTION_KEY', advice: 'If it is lost, replace the keys' }
const openEncryption = (keys: Buffer[]) => createJwkEncryption(keys, texts)
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

describe('the encryption of stored keys', () => {
  it('hides only the private part', () => {
    const encryption = openEncryption([newKey])
    const stored = encryption.encrypt('kid', jwk)
    const { d, ...publicPart } = jwk
    expect(stored).toEqual({ ...publicPart, encrypted_d: expect.stringMatching(/^v1\.[0-9a-f]{16}\./) })
    expect(encryption.encrypt('kid', jwk)).not.toEqual(stored)
    expect(encryption.decrypt('kid', stored)).toEqual(jwk)
  })

  it('reads keys of an older encryption key, and of none, as outdated', () => {
    const changed = openEncryption([newKey, oldKey])
    const stored: StoredJwk[] = [jwk, openEncryption([oldKey]).encrypt('kid', jwk)]
    for (const one of stored) {
      expect(changed.decrypt('kid', one)).toEqual(jwk)
      expect(changed.isUpToDate(one)).toBe(false)
    }
    expect(changed.isUpToDate(changed.encrypt('kid', jwk))).toBe(true)
    expect(openEncryption([]).isUpToDate(jwk)).toBe(true)
  })

  it.each([
    ['another encryption key', [oldKey]],
    ['no encryption key', []],
  ])('fails with a sentence for %s', (_, keys) => {
    const stored = openEncryption([newKey]).encrypt('kid', jwk)
    expect(() => openEncryption(keys).decrypt('kid', stored)).toThrow(
      /^The signing key kid is encrypted with the key [0-9a-f]{16}, which is not in ENCRYPTION_KEY\. /,
    )
  })

  it('refuses a shortened authentication tag, which would be easier to forge', () => {
    const encryption = openEncryption([newKey])
    const { encrypted_d = '', ...publicPart } = encryption.encrypt('kid', jwk)
    const parts = encrypted_d.split('.')
    const tag = Buffer.from(parts.pop() ?? '', 'base64url').subarray(0, 12)
    const shortened = { ...publicPart, encrypted_d: [...parts, tag.toString('base64url')].join('.') }
    expect(() => encryption.decrypt('kid', shortened)).toThrow('Invalid authentication tag length')
  })

  it('refuses a private part that was stored for another key', () => {
    const encryption = openEncryption([newKey])
    expect(() => encryption.decrypt('other', encryption.encrypt('kid', jwk))).toThrow('authenticate')
  })
})
