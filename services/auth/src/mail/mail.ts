import { type Account, isSameEmail, toEmailKey } from '../accounts/account.ts'

export const MAIL_LANGUAGES = ['en', 'de', 'ar'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** How mail leaves: `files` are on this machine, `mailbox` also shows them to its browsers at /dev/mail. */
export type MailDelivery = 'off' | 'smtp' | 'files' | 'mailbox'

export type MailKind =
  | 'reset_password'
  | 'password_reset'
  | 'account_deactivated'
  | 'account_deletion'
  | 'account_erased'
  | 'export_ready'
  | 'verify_email'
  | 'change_email'
  | 'approve_email_change'
  | 'email_changed'
  | 'new_device'
  | 'reauthentication_code'
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_on'
  | 'totp_off'
  | 'totp_removed'
  | 'recovery_codes'
  | 'recovery_code_used'

/** The origin of the links of a mail, such as `https://meadow.example`, and the language in which it is written. */
export type MailContext = { origin: string; language: MailLanguage }

/**
 * A mail that waits to be sent. `reason` is unique: a second mail for it within an hour is not stored. Without `accountId` the sender
 * finds the account by the recipient. The mail has no token, so that the store never has one in clear.
 */
export type WaitingMail = MailContext & {
  reason: string
  kind: MailKind
  accountId: string | undefined
  recipient: string
  requestedAt: Date
}

/** A waiting mail that this process sends. `attempts` includes the current one. */
export type ClaimedMail = WaitingMail & { attempts: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No second mail is sent for one reason within this time. */
export const MAIL_REPEAT_MS = HOUR_MS
/** A mail that could not be sent is given up at this age. */
const MAIL_LIFETIME_MS = 24 * HOUR_MS
const FIRST_RETRY_MS = MINUTE_MS / 2

/** Returns the reason of a mail that anyone may ask for by an address. It is the same for an account and for an unknown address. */
export const toResetReason = (email: string): string => `reset_password:${toEmailKey(email)}`

/** Creates the mail with the link for a new password, as it waits whether or not an account has the address. */
export const createResetMail = (recipient: string, context: MailContext, requestedAt: Date): WaitingMail => ({
  ...context,
  reason: toResetReason(recipient),
  kind: 'reset_password',
  accountId: undefined,
  recipient,
  requestedAt,
})

type MailOwner = { _id: string; email: string }

/** Returns the reason of the mail by which a member proves an address. */
const toVerificationReason = ({ _id, email }: MailOwner): string => `verify_email:${_id}:${toEmailKey(email)}`

/** Creates the mail with the link by which a member proves the address of the account. */
export const createVerificationMail = (account: MailOwner, context: MailContext, requestedAt: Date): WaitingMail => ({
  ...context,
  reason: toVerificationReason(account),
  kind: 'verify_email',
  accountId: account._id,
  recipient: account.email,
  requestedAt,
})

const NEW_DEVICE_REASON = 'new_device:'

/** Creates the mail about a sign-in on a new device. `device` is its readable name, such as 'Firefox on Linux', which the reason keeps. */
export const createNewDeviceMail = (
  account: MailOwner,
  device: string,
  context: MailContext,
  requestedAt: Date,
): WaitingMail => ({
  ...context,
  reason: `${NEW_DEVICE_REASON}${account._id}:${device}`,
  kind: 'new_device',
  accountId: account._id,
  recipient: account.email,
  requestedAt,
})

/** Returns the name of the device in the reason of a mail; undefined for mails of other kinds. */
export const readDeviceName = ({ kind, reason }: Pick<WaitingMail, 'kind' | 'reason'>): string | undefined =>
  kind === 'new_device' ? reason.split(':').slice(2).join(':') : undefined

type NoticeRequest = { accountId: string; recipient: string; eventId: string; requestedAt: Date }

/** The reason of the mail about an erased account, which begins with this, and the id of the receipt. */
const ERASED_REASON = 'account_erased:'
export const toErasedReason = (receiptId: string): string => `${ERASED_REASON}${receiptId}`
export const readReceiptId = (reason: string): string => reason.slice(ERASED_REASON.length)

/** The mails that tell the owner of an account what was done to it, or ask for the consent to it. */
type NoticeKind = Exclude<MailKind, 'reset_password' | 'account_erased' | 'verify_email' | 'new_device'>

/** Creates a mail that tells the owner of an account what was done to it. Each time is a reason of its own: the limits of what causes them bound them. */
export const createNotice = (
  kind: NoticeKind,
  { accountId, recipient, eventId, requestedAt }: NoticeRequest,
  context: MailContext,
): WaitingMail => ({
  ...context,
  reason: `${kind}:${eventId}`,
  kind,
  accountId,
  recipient,
  requestedAt,
})

/** Returns true if a mail of a kind to `recipient` still has something to say: the account may have changed while it waited. */
export function isMailNeeded(
  kind: MailKind,
  {
    email,
    emailVerified,
    pendingEmail,
    erasesAt,
  }: Pick<Account, 'email' | 'emailVerified' | 'pendingEmail' | 'erasesAt'>,
  recipient: string,
): boolean {
  if (kind === 'account_deletion') return erasesAt !== undefined // the member may have restored the account
  if (kind === 'reauthentication_code') return isSameEmail(email, recipient)
  if (kind === 'verify_email') return !emailVerified && isSameEmail(email, recipient)
  if (kind === 'change_email') return pendingEmail !== undefined && isSameEmail(pendingEmail.email, recipient)
  return kind !== 'approve_email_change' || (pendingEmail !== undefined && isSameEmail(email, recipient))
}

/**
 * The failure of an attempt. `refused`: the server will never accept the mail for this recipient. `unknown`: the server may have
 * accepted it before the connection ended.
 */
export type MailFailure = 'refused' | 'temporary' | 'unknown'

/**
 * Returns the time of the next attempt: after half a minute, doubling to an hour, and after an hour if the server may have accepted
 * the mail. Returns undefined if the mail is given up.
 */
export function planMailRetry(
  { requestedAt, attempts }: Pick<ClaimedMail, 'requestedAt' | 'attempts'>,
  failure: MailFailure,
  now: Date,
): Date | undefined {
  const doubledMs = Math.min(HOUR_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))
  const next = new Date(now.getTime() + (failure === 'unknown' ? MAIL_REPEAT_MS : doubledMs))
  const isTooLate = next.getTime() - requestedAt.getTime() > MAIL_LIFETIME_MS
  return failure === 'refused' || isTooLate ? undefined : next
}
