import { DomainError, type Logger, logSecurityEvent, type Throttle } from '@meadow/service'
import { createEmailVerifiedEvent } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { createVerificationMail, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { hashMailToken } from '../mail/mail-link.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { assertMailIsOn, consumeMailLink, consumeMailRequest } from '../mail/mail-throttle.ts'
import type { MailLinkRepository } from '../mail/postgres-mail-link-repository.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'

type VerifyEmailDeps = {
  accounts: AccountRepository
  mails: MailQueue
  mailLinks: MailLinkRepository
  mailDelivery: MailDelivery
  throttle: Throttle
  limits: AuthThrottleLimits
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

type VerificationRequest = { memberId: string; network: string; context: MailContext }

/**
 * Stores the mail with the link by which the member proves the address. Returns false if the address is proved, or if such a mail
 * waits or was sent within an hour. @throws mail_off, too_many_requests, unavailable, token_invalid
 */
export async function requestVerificationMail(
  deps: VerifyEmailDeps,
  { memberId, network, context }: VerificationRequest,
): Promise<boolean> {
  assertMailIsOn(deps)
  const account = await deps.accounts.find(memberId)
  if (!account) throw new DomainError('token_invalid')
  if (account.emailVerified) return false
  await consumeMailRequest(deps, { email: account.email, network })
  logSecurityEvent(deps.log, { event: 'auth.mail_requested', reason: 'verify_email', actor: memberId, network })
  return deps.mails.add(createVerificationMail(account, context, deps.now()))
}

/** `memberId`: the signed-in member who uses the link, if any. */
type VerificationByToken = { token: string; memberId: string | undefined; network: string }

/**
 * Proves the address of an account by the token of a mail. A member who is signed in to another account is refused, and the link
 * stays: a link that somebody else sends must not make its account theirs. @throws link_invalid, too_many_requests, unavailable
 */
export async function verifyEmail(
  deps: VerifyEmailDeps,
  { token, memberId, network }: VerificationByToken,
): Promise<void> {
  const { accounts, log, mailLinks, newId, now } = deps
  await consumeMailLink(deps, network)
  const refuse = () => {
    logSecurityEvent(log, { event: 'auth.mail_link_refused', reason: 'verify_email', actor: memberId, network })
    return new DomainError('link_invalid')
  }
  const [tokenHash, time] = [hashMailToken(token), now()]
  const account = await mailLinks.findAccount(tokenHash, 'verify_email', time)
  if (!account || (memberId !== undefined && memberId !== account._id)) throw refuse()
  const accountId = account._id
  const toEvent = () => createEmailVerifiedEvent(accountId, { eventId: newId(time), time })
  await accounts.verifyEmail({ accountId, tokenHash, time, toEvent }).catch((error) => {
    throw error instanceof DomainError && error.code === 'link_invalid' ? refuse() : error // used concurrently
  })
  logSecurityEvent(log, { event: 'auth.email_verified', actor: accountId, network })
}
