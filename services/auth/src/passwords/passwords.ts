import { hash, verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether `password` belongs to `hash`. Without a hash it works as long and says no: time tells nobody who exists. */
  matches(hash: string | undefined, password: string): Promise<boolean>
}

/** OWASP's first choice for argon2id, which is this package's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Accents typed on another keyboard are the same password. */
const spelled = (password: string): string => password.normalize('NFC')

/** Hashes passwords, two at a time. Both calls throw too_many_requests when too many wait. */
export async function createPasswords(): Promise<Passwords> {
  const gate = createGate({ atOnce: 2, waiting: 32 })
  const nobody = await hash('nobody has this', COST)
  return {
    hash: (password) => gate(() => hash(spelled(password), COST)),
    matches: async (known, password) => {
      const same = await gate(() => verify(known ?? nobody, spelled(password)))
      return same && known !== undefined
    },
  }
}
