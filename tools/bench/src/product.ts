import { createPrivateKey, createPublicKey, type JsonWebKeyInput, randomUUID } from 'node:crypto'
import { type Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@meadow/service'
import { type Stack, startStack } from '@meadow/testing/stack'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { idOf } from './ids.ts'

export const PROCESSES = ['gateway', 'auth', 'social', 'posts', 'notify', 'chat']

/** The key that auth signs with: its id and its public half. */
export type SigningKey = { kid: string; jwk: JsonWebKey }

/** The whole product with its databases at hand. */
export type Product = AsyncDisposable & {
  stack: Stack
  /** Runs statements on the database of one of its services; they may take their time. */
  query(database: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Where this database is, the superuser's name and password in it. */
  storeOf(database: string): string
  /** Where a service listens, past the gateway. */
  urlOf(name: string): Promise<string>
  /** Our processes; PostgreSQL is none of them. */
  pids(...names: string[]): number[]
  /** An access token of a seeded member, as auth signs it. */
  tokenOf(member: number): string
  signingKey: SigningKey
}

/** `start` says with what in it. */
export async function openProduct(start: () => Promise<Stack> = startStack): Promise<Product> {
  process.env['RATE_LIMITS'] = 'off'
  await using opened = new AsyncDisposableStack()
  const stack = opened.use(await start())
  const storeOf: Product['storeOf'] = (database) =>
    Object.assign(new URL(stack.postgresUrl()), { pathname: `/${database}` }).href
  const query: Product['query'] = async (database, text, values) => {
    const client = new pg.Client(storeOf(database))
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const [key] = await query('meadow_auth', 'select kid, private_jwk from signing_keys order by created_at desc limit 1')
  const signing = createPrivateKey({ key: key?.['private_jwk'], format: 'jwk' } as JsonWebKeyInput)
  const jwk = createPublicKey(signing).export({ format: 'jwk' })
  const all = opened.move()
  return {
    stack,
    query,
    storeOf,
    async urlOf(name) {
      const listening = (await stack.logOf(name)).findLast(({ msg }) => msg === 'listening')
      return `http://127.0.0.1:${listening?.['port']}`
    },
    pids: (...names) => (names.length > 0 ? names : PROCESSES).map((name) => stack.pidOf(name) ?? 0),
    tokenOf(member) {
      const iat = Math.floor(Date.now() / 1000)
      const who = {
        sub: idOf('member', member),
        sid: randomUUID(),
        username: `member${member}`,
        name: `Member ${member}`,
      }
      const claims: Claims = { ...who, picture: '', role: 'member', iat, exp: iat + 3600 }
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
