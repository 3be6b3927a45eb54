import type { DomainEvent } from '@meadow/contracts'
import type { EmailChangeLink } from '../email/email-change.ts'
import type { WaitingMail } from '../mail/mail.ts'
import type { Session, SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange, EndOthersChange, EndOthersResult } from '../sessions/session-repository.ts'
import type { Account, PendingEmail } from './account.ts'

export type UniqueAccountField = 'username' | 'email'

/** `sessionsFrom`: sessions that start earlier have ended, also if the clock of this instance is behind. */
export type SignInAccount = { account: Account; passwordHash: string; sessionsFrom: Date | undefined }

/** A new account with its first session. `mail` has the link that proves its address, `inviteHash` identifies the invite whose use it counts. */
export type AccountAddition = {
  account: Account
  passwordHash: string
  session: Session
  event: DomainEvent
  mail: WaitingMail | undefined
  inviteHash: Buffer | undefined
}

/** Proves the address of an account by the link of a mail. `toEvent` is called if the address was not proved before. */
type VerifyEmailChange = { accountId: string; tokenHash: Buffer; time: Date; toEvent: () => DomainEvent }

/** A change of the address that waits, with its mails. Undefined ends one that waits. */
type PendingEmailChange = {
  accountId: string
  pendingEmail: PendingEmail | undefined
  mails: readonly WaitingMail[]
}

/** The use of a link that confirms a change. `toEvent` and `notice` are for a change that happens by it. */
type EmailChangeConfirmation = {
  accountId: string
  tokenHash: Buffer
  purpose: EmailChangeLink
  time: Date
  toEvent: () => DomainEvent
  notice: WaitingMail
}

/**
 * A new password by the link of a mail. `notice` is the mail that tells the owner, `toVerifiedEvent` is called if the address was
 * not proved before.
 */
type ResetPasswordChange = EndAllChange & {
  tokenHash: Buffer
  passwordHash: string
  notice: WaitingMail
  toVerifiedEvent: () => DomainEvent
}

/** The account with its new username, and the former one. */
export type Renaming = { account: Account; former: { username: string; keptUntil: Date }; event: DomainEvent }

/** Stores accounts. Only `findForSignIn` returns a password hash. */
export type AccountRepository = {
  find(id: string): Promise<Account | undefined>
  /** Finds an account by its e-mail address, in the form in which it is unique. */
  findByEmail(email: string): Promise<Account | undefined>
  /** Stores that the member has finished the welcome. Returns the account; undefined if there is none. */
  finishWelcome(id: string): Promise<Account | undefined>
  /** Finds an account by e-mail address, username or a former username that is kept, with what a sign-in needs. */
  findForSignIn(emailOrUsername: string): Promise<SignInAccount | undefined>
  /** Returns the fields whose value another account has already, or had and keeps. */
  findTaken(names: { username: string; email: string }): Promise<UniqueAccountField[]>
  /**
   * Stores a new account, its first session, the event and the mail, and counts the use of its invite, in one transaction. Stores
   * nothing and returns the taken fields if another account has the username or e-mail address. @throws invite_invalid
   */
  add(addition: AccountAddition): Promise<UniqueAccountField[]>
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
  /**
   * Uses a link for the proof of an address, in one transaction with the event. Other such links of the account end.
   * @throws link_invalid if the link cannot be used, is not of the account, or was mailed to an address that the account no longer has
   */
  verifyEmail(change: VerifyEmailChange): Promise<void>
  /**
   * Locks an account, calls `decide`, and stores the new username, the former one and the event in one transaction. Returns the
   * account, unchanged without a decision; undefined if none is in use; `taken` if another account has or keeps the username.
   */
  rename(
    accountId: string,
    username: string,
    decide: (account: Account) => Renaming | undefined,
  ): Promise<Account | 'taken' | undefined>
  /** Frees a batch of the former usernames whose time has ended. Returns true if there may be more. */
  freeUsernames(now: Date): Promise<boolean>
  /** Stores the address to which a member wants to change, with its mails, in one transaction. The links of an earlier one end. */
  setPendingEmail(change: PendingEmailChange): Promise<void>
  /**
   * Uses a link that confirms a change. When it is complete, stores the address as proved, the event and the notice, in one
   * transaction. Returns true if the change has happened. @throws link_invalid if the link cannot be used, is not of this change, or if
   * another account has the address
   */
  confirmEmailChange(confirmation: EmailChangeConfirmation): Promise<boolean>
  /** Uses the link to the old address, and ends the change. @throws link_invalid if the link cannot be used, or there is no change */
  refuseEmailChange(refusal: { accountId: string; tokenHash: Buffer; time: Date }): Promise<void>
}
