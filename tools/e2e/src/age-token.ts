import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Claims } from '@meadow/service'
import { openPostgres } from '@meadow/storage'
import type { RunningStack } from '@meadow/testing/stack'
import { openKeyRing } from '../../../services/auth/src/keys/key-ring.ts'
import { createPostgresSigningKeyStore } from '../../../services/auth/src/keys/postgres-signing-key-store.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, DEFAULT_SIGNING_KEY_DAYS } from '../../../services/auth/src/keys/signing-key.ts'
import { createSigningKeyEncryption } from '../../../services/auth/src/keys/signing-key-encryption.ts'

/** Signs the claims of a token as auth would have done earlier, so that it expires in `secondsLeft`. */
export async function ageToken(stack: RunningStack, token: string, secondsLeft: number): Promise<string> {
  await using auth = await openPostgres(stack.postgresUrl(), { database: 'meadow_auth' })
  const encryptionKey = await readFile(join(stack.dataDir, 'signing-key-encryption-key'), 'utf8')
  const keys = await openKeyRing({
    store: createPostgresSigningKeyStore(auth),
    encryption: createSigningKeyEncryption([Buffer.from(encryptionKey, 'base64')]),
    maxAgeMs: DEFAULT_SIGNING_KEY_DAYS * 86_400_000,
    now: () => new Date(),
  })
  const { sub, sid, username, name, picture, role } = readClaims(token)
  const exp = Math.floor(Date.now() / 1000) + secondsLeft
  return keys.sign({ sub, sid, username, name, picture, role, iat: exp - ACCESS_TOKEN_LIFETIME_SECONDS, exp })
}

const readClaims = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
