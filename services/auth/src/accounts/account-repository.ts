import type { DomainEvent } from '@meadow/contracts'
import type { Ended, Session } from '../sessions/session.ts'
import type { Alone } from '../sessions/session-repository.ts'
import type { Account } from './account.ts'

export type Unique = 'username' | 'email'

/** Where accounts live. Only what signs in sees a hash. */
export type AccountRepository = {
  find(id: string): Promise<Account | undefined>
  /** Whom an e-mail address or username names, with the hash of their password. */
  findForSignIn(emailOrUsername: string): Promise<{ account: Account; passwordHash: string } | undefined>
  /** Which of the two somebody has already. */
  taken(names: { username: string; email: string }): Promise<Unique[]>
  /** Keeps a new account, its first session and the fact together, or nothing. Answers what was taken meanwhile. */
  add(account: Account, passwordHash: string, session: Session, event: DomainEvent): Promise<Unique[]>
  /**
   * Replaces the hash `from` of a password, and has the session `alone` go on alone, in one step. Undefined when the hash
   * is another one by now. @throws token_invalid when that session is not there any more
   */
  changePassword<T extends object>(
    hash: { from: string; to: string },
    alone: Alone<T>,
  ): Promise<{ answer: T; ended: Ended[] } | undefined>
  /** @throws when the store does not answer */
  ping(): Promise<unknown>
}
