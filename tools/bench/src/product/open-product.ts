import { createPrivateKey, createPublicKey, type JsonWebKeyInput, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredJwk } from '@meadow/service'
import { type Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@meadow/service'
import { type Stack, startStack } from '@meadow/testing/stack'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { createSigningKeyEncryption } from '../../../../services/auth/src/keys/signing-key-encryption.ts'
import { toSeedId } from '../seed/seed-ids.ts'

/** Longer than any benchmark: `memory` runs for more than an hour. */
const TOKEN_LIFETIME_SECONDS = 3 * 3600

export const PROCESSES = ['gateway', 'auth', 'social', 'posts', 'notify', 'chat']

/** The id and the public key of auth's signing key. */
export type SigningKey = { kid: string; jwk: JsonWebKey }

/** The whole product with access to its databases. */
export type BenchProduct = AsyncDisposable & {
  stack: Stack
  /** Runs SQL on a database of a service, without a time-out. */
  query(database: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Returns the superuser's URL of a database. */
  toStoreUrl(database: string): string
  /** Finds the internal URL of a service. */
  findServiceUrl(name: string): Promise<string>
  /** Returns the ids of our processes, without PostgreSQL. */
  pids(...names: string[]): number[]
  /** Signs an access token of a seeded member, as auth does. */
  signToken(member: number): string
  signingKey: SigningKey
}

/** Opens the product. `start` is another way to start it, e.g. with the demo community. */
export async function openBenchProduct(start: () => Promise<Stack> = startStack): Promise<BenchProduct> {
  process.env['RATE_LIMITS'] = 'off'
  await using opened = new AsyncDisposableStack()
  const stack = opened.use(await start())
  const storeOf: BenchProduct['toStoreUrl'] = (database) =>
    Object.assign(new URL(stack.postgresUrl()), { pathname: `/${database}` }).href
  const query: BenchProduct['query'] = async (database, text, values) => {
    const client = new pg.Client(storeOf(database))
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const [key] = await query('meadow_auth', 'select kid, private_jwk from signing_keys order by created_at limit 1')
  const encryptionKey = await readFile(join(stack.dataDir, 'signing-key-encryption-key'), 'utf8')
  const { decrypt } = createSigningKeyEncryption([Buffer.from(encryptionKey, 'base64')])
  const decrypted = decrypt(String(key?.['kid']), key?.['private_jwk'] as StoredJwk)
  const signing = createPrivateKey({ key: decrypted, format: 'jwk' } as JsonWebKeyInput)
  const jwk = createPublicKey(signing).export({ format: 'jwk' })
  const all = opened.move()
  return {
    stack,
    query,
    toStoreUrl: storeOf,
    async findServiceUrl(name) {
      const listening = (await stack.logOf(name)).findLast(({ msg }) => msg === 'listening')
      return `http://127.0.0.1:${listening?.['port']}`
    },
    pids: (...names) => (names.length > 0 ? names : PROCESSES).map((name) => stack.pidOf(name) ?? 0),
    signToken(member) {
      const iat = Math.floor(Date.now() / 1000)
      const identity = {
        sub: toSeedId('member', member),
        sid: randomUUID(),
        username: `member${member}`,
        name: `Member ${member}`,
      }
      const claims: Claims = { ...identity, picture: '', role: 'member', iat, exp: iat + TOKEN_LIFETIME_SECONDS }
      const options = {
        algorithm: 'ES256',
        keyid: String(key?.['kid']),
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      } as const
      return jwt.sign(claims, signing, options)
    },
    signingKey: { kid: String(key?.['kid']), jwk },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
