import type { AccountRepository } from '../accounts/account-repository.ts'
import { createUnusablePasswordHash } from '../passwords/password-hasher.ts'

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
