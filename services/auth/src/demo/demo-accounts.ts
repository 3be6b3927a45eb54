import { randomBytes } from 'node:crypto'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { ARGON2_OPTIONS } from '../passwords/password-hasher.ts'

/** The accounts of the demo community that anyone at this machine may try. */
export type DemoAccounts = {
  usernames: readonly string[]
  /** False: they cannot be used, and their sessions have ended. */
  isOffered: boolean
}

export const NO_DEMO_ACCOUNTS: DemoAccounts = { usernames: [], isOffered: false }

/** Wraps the repository so that no password is correct for a demo account. */
export const withoutDemoPasswords = (accounts: AccountRepository, { usernames }: DemoAccounts): AccountRepository => ({
  ...accounts,
  async findForSignIn(emailOrUsername) {
    const found = await accounts.findForSignIn(emailOrUsername)
    const isDemoAccount = found !== undefined && usernames.includes(found.account.username)
    return isDemoAccount ? { ...found, passwordHash: createUnusablePasswordHash() } : found
  },
})

/** Creates an Argon2id hash of no known password. Its verification takes as long as that of any other. */
function createUnusablePasswordHash(): string {
  const [salt, hash] = [16, 32].map((length) => randomBytes(length).toString('base64').replaceAll('=', ''))
  const { memoryCost, timeCost, parallelism } = ARGON2_OPTIONS
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`
}
