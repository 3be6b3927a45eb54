import type { DomainEvent } from '@meadow/contracts'
import type { Session } from '../sessions/session.ts'
import type { EndOthersChange, EndOthersResult } from '../sessions/session-repository.ts'
import type { Account } from './account.ts'

export type UniqueAccountField = 'username' | 'email'

/** `sessionsFrom`: sessions that start earlier have ended, also if the clock of this instance is behind. */
type SignInAccount = { account: Account; passwordHash: string; sessionsFrom: Date | undefined }

/** Stores accounts. Only `findForSignIn` returns a password hash. */
export type AccountRepository = {
  find(id: string): Promise<Account | undefined>
  /** Stores that the member has finished the welcome. Returns the account; undefined if there is none. */
  finishWelcome(id: string): Promise<Account | undefined>
  /** Finds an account by e-mail address or username, with what a sign-in needs. */
  findForSignIn(emailOrUsername: string): Promise<SignInAccount | undefined>
  /** Returns the fields whose value another account has already. */
  findTaken(names: { username: string; email: string }): Promise<UniqueAccountField[]>
  /**
   * Stores a new account, its first session and the event in one transaction. Stores nothing and returns the taken fields
   * if another account has the username or e-mail address.
   */
  add(account: Account, passwordHash: string, session: Session, event: DomainEvent): Promise<UniqueAccountField[]>
  /**
   * Replaces the password hash `from` by `to` and ends all other sessions, in one transaction. Returns undefined if the
   * hash has changed. @throws token_invalid if the current session does not exist or has ended
   */
  changePassword(hash: { from: string; to: string }, change: EndOthersChange): Promise<EndOthersResult | undefined>
}
