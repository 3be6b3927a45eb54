import type { Claims } from '@meadow/service'
import { openPostgres } from '@meadow/storage'
import type { RunningStack } from '@meadow/testing/stack'
import { ACCESS_TOKEN_LIFETIME_SECONDS, loadKeyRing } from '../../../services/auth/src/keys/key-ring.ts'
import { createPostgresSigningKeyStore } from '../../../services/auth/src/keys/postgres-signing-key-store.ts'

/** Signs the claims of a token as auth would have done earlier, so that it expires in `secondsLeft`. */
export async function ageToken(stack: RunningStack, token: string, secondsLeft: number): Promise<string> {
  await using auth = await openPostgres(stack.postgresUrl(), { database: 'meadow_auth' })
  const keys = await loadKeyRing(createPostgresSigningKeyStore(auth), () => new Date())
  const { sub, sid, username, name, picture, role } = readClaims(token)
  const exp = Math.floor(Date.now() / 1000) + secondsLeft
  return keys.sign({ sub, sid, username, name, picture, role, iat: exp - ACCESS_TOKEN_LIFETIME_SECONDS, exp })
}

const readClaims = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
