import { DomainError, logSecurityEvent, type Throttle } from '@meadow/service'
import { createEmailVerifiedEvent } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { createNotice, createResetMail, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { hashMailToken } from '../mail/mail-link.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { assertMailIsOn, consumeMailLink, consumeMailRequest } from '../mail/mail-throttle.ts'
import type { MailLinkRepository } from '../mail/postgres-mail-link-repository.ts'
import { type EndSessionDeps, publishSessionCutoff } from '../sessions/end-sessions.ts'
import { createSessionsEndedEvent } from '../sessions/session.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findPasswordWeakness } from './password-rules.ts'

type ResetPasswordDeps = EndSessionDeps & {
  accounts: AccountRepository
  mails: MailQueue
  mailLinks: MailLinkRepository
  mailDelivery: MailDelivery
  passwords: PasswordHasher
  throttle: Throttle
  limits: AuthThrottleLimits
}

type ResetRequest = { email: string; network: string; context: MailContext }

/**
 * Stores the mail with the link for a new password, in the same way for an address that no account has: the sender looks for the
 * account, so neither the response nor its time reveals one. @throws mail_off, too_many_requests, unavailable
 */
export async function requestPasswordReset(
  deps: ResetPasswordDeps,
  { email, network, context }: ResetRequest,
): Promise<void> {
  assertMailIsOn(deps)
  await consumeMailRequest(deps, { email, network })
  logSecurityEvent(deps.log, { event: 'auth.mail_requested', reason: 'reset_password', network })
  await deps.mails.add(createResetMail(email, context, deps.now()))
}

type ResetWithToken = { token: string; password: string; network: string; context: MailContext }

/**
 * Sets a new password by the token of a mail. All sessions end, and the owner gets a notice. Nobody is signed in.
 * @throws link_invalid, invalid_request by field, too_many_requests, unavailable
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  { token, password, network, context }: ResetWithToken,
): Promise<void> {
  const { accounts, log, mailLinks, newId, now, passwords } = deps
  await consumeMailLink(deps, network)
  const refuse = () => {
    logSecurityEvent(log, { event: 'auth.mail_link_refused', reason: 'reset_password', network })
    return new DomainError('link_invalid')
  }
  const tokenHash = hashMailToken(token)
  const account = await mailLinks.findAccount(tokenHash, 'reset_password', now())
  if (!account) throw refuse()
  const weakness = findPasswordWeakness(password, account)
  if (weakness)
    throw new DomainError('invalid_request', {
      fields: { password: weakness.message },
      fieldCodes: { password: weakness.code },
    })

  const passwordHash = await passwords.hash(password)
  const [time, accountId] = [now(), account._id]
  const eventId = newId(time)
  const notice = { accountId, recipient: account.email, eventId, requestedAt: time }
  const cutoff = await accounts
    .resetPassword({
      accountId,
      tokenHash,
      passwordHash,
      time,
      exceptSessionId: newId(time),
      toEvent: (ended) => createSessionsEndedEvent(ended, { eventId, time }),
      notice: createNotice('password_reset', notice, context),
      toVerifiedEvent: () => createEmailVerifiedEvent(accountId, { eventId: newId(time), time }),
    })
    .catch((error) => {
      throw error instanceof DomainError && error.code === 'link_invalid' ? refuse() : error // used concurrently
    })
  logSecurityEvent(log, { event: 'auth.password_reset', actor: accountId, network })
  await publishSessionCutoff(deps, cutoff, { reason: 'password_reset', network })
}
