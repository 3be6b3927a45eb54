import type { Account } from '../accounts/account.ts'
import type { SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange } from '../sessions/session-repository.ts'
import type { RoleChange, RoleContext } from './role.ts'

/** Stores the roles of accounts. */
export type RoleRepository = {
  /** Returns the moderators and admins by username, at most 500. */
  list(): Promise<Account[]>
  /**
   * Locks all admins and the account with this username, calls `decide`, and stores its change with the event in one transaction. Ends
   * all sessions of the account if the change says so. Returns the account, undefined if there is none, and what ended.
   * @throws the errors of `decide`
   */
  change(
    username: string,
    decide: (context: RoleContext) => RoleChange | undefined,
    toEnding: (account: Account) => EndAllChange,
  ): Promise<{ account: Account | undefined; cutoff: SessionCutoff | undefined }>
}
