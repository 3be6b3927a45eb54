import { type DomainEvent, events, type SessionUser } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Member } from '@meadow/members'

/**
 * The address to which a member wants to change, until `expiresAt`. `isProved`: by a link to it. `isApproved`: by a link to the address
 * that it replaces.
 */
export type PendingEmail = { email: string; isProved: boolean; isApproved: boolean; expiresAt: Date }

/**
 * A suspension by moderators. `until`: its end, null for ever. `rule` is the rule that applied, or ''. `reportId` is the report on which
 * they decided; null if an older version stored the suspension. `isAppealed`: the member has appealed while signed out.
 */
export type Suspension = {
  at: Date
  until: Date | null
  rule: string
  reportId: string | null
  isAppealed: boolean
}

/** An account of a member. It does not contain the password hash, so that no response can leak it. */
export type Account = {
  _id: string
  username: string
  email: string
  fullName: string
  emailVerified: boolean
  pendingEmail: PendingEmail | undefined
  /** False for an account that was created through a provider, until its first password is set. */
  hasPassword: boolean
  role: SessionUser['role']
  plan: string
  isWelcomed: boolean
  /** Undefined while the account is in use. */
  deactivatedAt: Date | undefined
  /** The time after which the deactivated account is erased; undefined: never. */
  erasesAt: Date | undefined
  /** True if the texts of messages stay with their receivers after the erasure. */
  keepsMessages: boolean
  /** The time of the last change of the username. */
  renamedAt: Date | undefined
  /** The last suspension, which may be over; undefined: none, or one that moderators have ended. */
  suspension: Suspension | undefined
  version: number
  createdAt: Date
}

/** Normalizes an e-mail address for the uniqueness check: lower case, Unicode NFKC. */
export const toEmailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/** Returns true if two e-mail addresses are the same one. */
export const isSameEmail = (one: string, other: string): boolean => toEmailKey(one) === toEmailKey(other)

type NewAccountRequest = { username: string; email: string; fullName: string }
type AccountCreation = {
  id: string
  eventId: string
  time: Date
  plan: string
  emailVerified: boolean
  hasPassword: boolean
}

/** Creates an account and its `member.registered` event. Ignores all other fields of the request. */
export function createAccount(
  { username, email, fullName }: NewAccountRequest,
  creation: AccountCreation,
): { account: Account; event: DomainEvent } {
  const account: Account = {
    _id: creation.id,
    username,
    email,
    fullName,
    emailVerified: creation.emailVerified,
    hasPassword: creation.hasPassword,
    pendingEmail: undefined,
    role: 'member',
    plan: creation.plan,
    isWelcomed: false,
    deactivatedAt: undefined,
    erasesAt: undefined,
    keepsMessages: false,
    renamedAt: undefined,
    suspension: undefined,
    version: 1,
    createdAt: creation.time,
  }
  const event = createEvent(events.memberRegistered, {
    source: 'auth',
    subject: account._id,
    id: creation.eventId,
    time: creation.time,
    data: {
      username,
      fullName,
      accountVersion: account.version,
      registeredAt: creation.time.toISOString(),
      isEmailVerified: account.emailVerified,
    },
  })
  return { account, event }
}

/** Creates the event that a member has proved the address of the account. It does not contain the address. */
export const createEmailVerifiedEvent = (
  accountId: string,
  { eventId, time }: { eventId: string; time: Date },
): DomainEvent =>
  createEvent(events.memberEmailVerified, {
    source: 'auth',
    subject: accountId,
    id: eventId,
    time,
    data: { verifiedAt: time.toISOString() },
  })

type SessionUserParts = {
  member: Member | undefined
  following: string[]
  canVerifyEmail: boolean
  requiresVerifiedEmail: boolean
  now: Date
}

/** Converts an account to its owner's view. `member` is the read-model row; undefined until the first event has arrived. */
export function toSessionUser(
  account: Account,
  { member, following, canVerifyEmail, requiresVerifiedEmail, now }: SessionUserParts,
): SessionUser {
  const { pendingEmail } = account
  return {
    _id: account._id,
    username: account.username,
    fullName: member?.fullName || account.fullName,
    avatar: member?.avatar ?? '',
    isVerified: member?.isVerified ?? false,
    isFollowing: false,
    email: account.email,
    emailVerified: account.emailVerified,
    canVerifyEmail,
    ...(requiresVerifiedEmail && !account.emailVerified && { mustVerifyEmail: true }),
    ...(pendingEmail && pendingEmail.expiresAt > now && { pendingEmail: pendingEmail.email }),
    following,
    role: account.role,
    plan: account.plan,
    isWelcomed: account.isWelcomed,
  }
}
