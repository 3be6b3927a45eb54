import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Account } from '../accounts/account.ts'
import type { MailContext, WaitingMail } from '../mail/mail.ts'
import type { EventStamp, Session, SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange } from '../sessions/session-repository.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A deleted account can be restored for this long. Then it is erased. */
const GRACE_MS = 14 * DAY_MS
/** The time for which the token of a refused sign-in restores the account. */
const RESTORE_TOKEN_LIFETIME_MS = 15 * MINUTE_MS

/** `deletion`: the account is erased after the grace; undefined: the member only hides. */
export type DeactivationRequest = { deletion: { keepsMessages: boolean } | undefined }

type AccountChange = { account: Account; event: DomainEvent }

/** Deactivates an account. */
export function deactivateAccount(
  account: Account,
  { deletion }: DeactivationRequest,
  { eventId, time }: EventStamp,
): AccountChange {
  const deactivated = {
    ...account,
    version: account.version + 1,
    deactivatedAt: time,
    erasesAt: deletion && new Date(time.getTime() + GRACE_MS),
    keepsMessages: deletion?.keepsMessages ?? false,
  }
  const data = { accountVersion: deactivated.version }
  const subject = account._id
  return {
    account: deactivated,
    event: createEvent(events.memberDeactivated, { source: 'auth', subject, id: eventId, time, data }),
  }
}

/** Restores a deactivated account. */
export function restoreAccount(account: Account, { eventId, time }: EventStamp): AccountChange {
  const version = account.version + 1
  const restored = { ...account, version, deactivatedAt: undefined, erasesAt: undefined, keepsMessages: false }
  const data = { accountVersion: version }
  const subject = account._id
  return {
    account: restored,
    event: createEvent(events.memberReactivated, { source: 'auth', subject, id: eventId, time, data }),
  }
}

/** Returns true if the account can no longer be restored, whether or not it is erased yet. */
export const hasGraceEnded = ({ erasesAt }: Pick<Account, 'erasesAt'>, now: Date): boolean =>
  erasesAt !== undefined && erasesAt <= now

/** Returns the time until which a token restores an account. */
export const toRestoreTokenExpiry = (now: Date): Date => new Date(now.getTime() + RESTORE_TOKEN_LIFETIME_MS)

type Deactivation = {
  accountId: string
  /** The hash of the password that the member has proved. */
  passwordHash: string
  decide: (account: Account) => AccountChange & { mail: WaitingMail | undefined }
  sessionEnd: EndAllChange
  /** Where and in which language the mail about the erasure is written; undefined if none is sent. */
  mailContext: MailContext | undefined
}

/** `sessionsFrom`: sessions that start earlier have ended. */
type Restoration = {
  tokenHash: Buffer
  time: Date
  decide: (account: Account, sessionsFrom: Date | undefined) => AccountChange & { session: Session }
}

/** Stores the deactivation of accounts. */
export type DeactivationRepository = {
  /**
   * Deactivates an account, ends all its sessions and stores the events and the mail, in one transaction.
   * @throws token_invalid if the account is deactivated already, wrong_password if the hash has changed
   */
  deactivate(change: Deactivation): Promise<{ account: Account; cutoff: SessionCutoff }>
  /** Stores the hash of the token that restores an account. It replaces an earlier one. */
  setRestoreToken(accountId: string, token: { hash: Buffer; expiresAt: Date }): Promise<void>
  /**
   * Restores the account of a token and opens a session, in one transaction. The token cannot be used again.
   * @throws restore_expired if no token has the hash, or it has expired, or the grace has ended
   */
  restore(change: Restoration): Promise<{ account: Account; session: Session }>
}
