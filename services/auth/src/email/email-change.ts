import type { Account, PendingEmail } from '../accounts/account.ts'

/** The link that confirms a change: that to the new address, or that to the old one. */
export type EmailChangeLink = 'change_email' | 'approve_email_change'

const HOUR_MS = 3_600_000
/** A mail may wait for a day, and its link works for a day. */
const PENDING_EMAIL_LIFETIME_MS = 48 * HOUR_MS

/** Creates the change to an address, which nobody has confirmed yet. */
export const createPendingEmail = (email: string, now: Date): PendingEmail => ({
  email,
  isProved: false,
  isApproved: false,
  expiresAt: new Date(now.getTime() + PENDING_EMAIL_LIFETIME_MS),
})

/**
 * Confirms a change by one of its links. It is complete when the new address is proved and the old one has approved; an old address that
 * was never proved is not asked, because it may be somebody else's. Returns undefined if there is no change, or it has expired.
 */
export function confirmPendingEmail(
  { emailVerified, pendingEmail }: Pick<Account, 'emailVerified' | 'pendingEmail'>,
  link: EmailChangeLink,
  now: Date,
): { pendingEmail: PendingEmail; isComplete: boolean } | undefined {
  if (!pendingEmail || pendingEmail.expiresAt <= now) return undefined
  const isProved = pendingEmail.isProved || link === 'change_email'
  const isApproved = pendingEmail.isApproved || link === 'approve_email_change'
  return {
    pendingEmail: { ...pendingEmail, isProved, isApproved },
    isComplete: isProved && (isApproved || !emailVerified),
  }
}
