import { randomBytes } from 'node:crypto'
import { createConcurrencyLimit } from '@meadow/service'
import { hash, verify } from '@node-rs/argon2'
import { lowerHashThreadPriority } from './hash-thread-priority.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /**
   * Checks a password against a hash. Without a hash it takes as long and returns false, so that the response time does not
   * reveal if an account exists.
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
  /** @throws too_many_requests if so many passwords wait that another would be refused */
  assertNotBusy(): void
}

/** OWASP's recommended parameters for Argon2id, the default algorithm of @node-rs/argon2. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Creates an Argon2id hash of no known password. Its verification takes as long as that of any other. */
export function createUnusablePasswordHash(): string {
  const [salt, hash] = [16, 32].map((length) => randomBytes(length).toString('base64').replaceAll('=', ''))
  const { memoryCost, timeCost, parallelism } = ARGON2_OPTIONS
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`
}

/** Normalizes to Unicode NFC, so that accents from different keyboards give the same password. */
const normalizePassword = (password: string): string => password.normalize('NFC')

/** Creates a hasher that works on two passwords at a time, with a low priority. All methods throw too_many_requests if 32 others wait. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const limit = createConcurrencyLimit(2, { maxQueued: 32 })
  const dummyHash = await hash('no password', ARGON2_OPTIONS)
  lowerHashThreadPriority()
  return {
    hash: (password) => limit(() => hash(normalizePassword(password), ARGON2_OPTIONS)),
    verify: async (stored, password) => {
      const isSame = await limit(() => verify(stored ?? dummyHash, normalizePassword(password)))
      return isSame && stored !== undefined
    },
    assertNotBusy: limit.assertNotFull,
  }
}
