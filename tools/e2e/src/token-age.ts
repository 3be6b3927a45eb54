import type { Claims } from '@meadow/service'
import { openPostgres } from '@meadow/storage'
import type { RunningStack } from '@meadow/testing/stack'
import { openKeyRing, TOKEN_LIFE } from '../../../services/auth/src/keys/key-ring.ts'
import { postgresKeyStore } from '../../../services/auth/src/keys/postgres-key-store.ts'

/** The token as auth would have given it so long ago that `secondsLeft` of its life remain now. */
export async function aged(stack: RunningStack, token: string, secondsLeft: number): Promise<string> {
  await using auth = await openPostgres(stack.postgresUrl(), { database: 'meadow_auth' })
  const keys = await openKeyRing(postgresKeyStore(auth), () => new Date())
  const { sub, sid, username, name, picture, role } = claimsOf(token)
  const exp = Math.floor(Date.now() / 1000) + secondsLeft
  return keys.sign({ sub, sid, username, name, picture, role, iat: exp - TOKEN_LIFE, exp })
}

const claimsOf = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
