import type { DomainEvent } from '@meadow/contracts'
import type { WaitingMail } from '../mail/mail.ts'
import type { Session, SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange, EndOthersChange, EndOthersResult } from '../sessions/session-repository.ts'
import type { Account } from './account.ts'

export type UniqueAccountField = 'username' | 'email'

/** `sessionsFrom`: sessions that start earlier have ended, also if the clock of this instance is behind. */
export type SignInAccount = { account: Account; passwordHash: string; sessionsFrom: Date | undefined }

/** A new password by the link of a mail. `notice` is the mail that tells the owner. */
type ResetPasswordChange = EndAllChange & { tokenHash: Buffer; passwordHash: string; notice: WaitingMail }

/** Stores accounts. Only `findForSignIn` returns a password hash. */
export type AccountRepository = {
  find(id: string): Promise<Account | undefined>
  /** Finds an account by its e-mail address, in the form in which it is unique. */
  findByEmail(email: string): Promise<Account | undefined>
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
  /**
   * Uses a link for a new password: stores the password, which also proves the address, ends all sessions, and stores the notice, in
   * one transaction. Other links for a new password end. @throws link_invalid if the link cannot be used, or is not of the account
   */
  resetPassword(change: ResetPasswordChange): Promise<SessionCutoff>
}
