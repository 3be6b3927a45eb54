import { DomainError, logSecurityEvent } from '@meadow/service'
import { createEmailVerifiedEvent, isSameEmail } from '../accounts/account.ts'
import { createNotice, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { hashMailToken } from '../mail/mail-link.ts'
import { assertMailIsOn, consumeMailLink, consumeMailRequest } from '../mail/mail-throttle.ts'
import type { MailLinkRepository } from '../mail/postgres-mail-link-repository.ts'
import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import type { RefusalRepository } from '../refusals/postgres-refusal-repository.ts'
import { assertEmailAllowed } from '../refusals/routes.ts'
import { createPendingEmail, type EmailChangeLink } from './email-change.ts'

type ChangeEmailDeps = OwnProofDeps & {
  refusals: RefusalRepository
  mailLinks: MailLinkRepository
  mailDelivery: MailDelivery
  newId: (at: Date) => string
}

type EmailChangeRequest = OwnProof & { email: string; network: string; context: MailContext }

/**
 * Stores the address to which the member wants to change, and the mails to it and, if it is proved, to the old one. A change that waits
 * ends; the current address only ends it. The sender looks if another account has the new address, so neither the response nor its time
 * reveals one. @throws mail_off, proof_required, proof_invalid, wrong_password, email_refused, too_many_requests, unavailable,
 * token_invalid
 */
export async function requestEmailChange(
  deps: ChangeEmailDeps,
  member: PasswordOwner,
  { email, network, context, ...own }: EmailChangeRequest,
): Promise<void> {
  const { accounts, log, newId } = deps
  assertMailIsOn(deps)
  const { account, passwordHash } = await findOwnAccount(deps, member)
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal: 'auth.email_change_refused' })
  const accountId = account._id
  if (isSameEmail(email, account.email))
    return accounts.setPendingEmail({ accountId, pendingEmail: undefined, mails: [] })
  await assertEmailAllowed(deps, email)
  await consumeMailRequest(deps, { email, network })
  const requestedAt = deps.now()
  const createMail = (kind: EmailChangeLink, recipient: string) =>
    createNotice(kind, { accountId, recipient, eventId: newId(requestedAt), requestedAt }, context)
  const toNew = createMail('change_email', email)
  const mails = account.emailVerified ? [toNew, createMail('approve_email_change', account.email)] : [toNew]
  await accounts.setPendingEmail({ accountId, pendingEmail: createPendingEmail(email, requestedAt), mails })
  logSecurityEvent(log, { event: 'auth.email_change_requested', actor: accountId, session: member.sid, network })
}

/** `memberId`: the signed-in member who uses the link, if any. */
type EmailChangeByToken = { token: string; memberId: string | undefined; network: string; context: MailContext }

/**
 * Confirms a change by the link to the new or to the old address. Returns true if it has happened; then the old address gets a notice.
 * A member who is signed in to another account is refused, and the link stays. @throws link_invalid, too_many_requests, unavailable
 */
export async function confirmEmailChange(deps: ChangeEmailDeps, use: EmailChangeByToken): Promise<boolean> {
  const { accounts, log, mailLinks, newId, now } = deps
  await consumeMailLink(deps, use.network)
  const [tokenHash, time] = [hashMailToken(use.token), now()]
  const purpose = await mailLinks.findPurpose(tokenHash, time)
  const account =
    purpose === 'change_email' || purpose === 'approve_email_change'
      ? await mailLinks.findAccount(tokenHash, purpose, time)
      : undefined
  if (!account || !isOwnLink(use, account._id)) throw refuseLink(deps, use)
  const accountId = account._id
  const notice = { accountId, recipient: account.email, eventId: newId(time), requestedAt: time }
  const isChanged = await accounts
    .confirmEmailChange({
      accountId,
      tokenHash,
      purpose: purpose as EmailChangeLink,
      time,
      toEvent: () => createEmailVerifiedEvent(accountId, { eventId: newId(time), time }),
      notice: createNotice('email_changed', notice, use.context),
    })
    .catch((error) => {
      throw isLinkInvalid(error) ? refuseLink(deps, use) : error
    })
  if (isChanged) logSecurityEvent(log, { event: 'auth.email_changed', actor: accountId, network: use.network })
  return isChanged
}

/** Ends a change by the link to the old address. @throws link_invalid, too_many_requests, unavailable */
export async function refuseEmailChange(deps: ChangeEmailDeps, use: EmailChangeByToken): Promise<void> {
  const { accounts, log, mailLinks, now } = deps
  await consumeMailLink(deps, use.network)
  const [tokenHash, time] = [hashMailToken(use.token), now()]
  const account = await mailLinks.findAccount(tokenHash, 'approve_email_change', time)
  if (!account || !isOwnLink(use, account._id)) throw refuseLink(deps, use)
  await accounts.refuseEmailChange({ accountId: account._id, tokenHash, time }).catch((error) => {
    throw isLinkInvalid(error) ? refuseLink(deps, use) : error
  })
  const refused = { event: 'auth.email_change_refused', reason: 'by_mail', actor: account._id } as const
  logSecurityEvent(log, { ...refused, network: use.network })
}

const isOwnLink = ({ memberId }: EmailChangeByToken, accountId: string) =>
  memberId === undefined || memberId === accountId

const isLinkInvalid = (error: unknown) => error instanceof DomainError && error.code === 'link_invalid'

function refuseLink({ log }: ChangeEmailDeps, { memberId, network }: EmailChangeByToken): DomainError {
  logSecurityEvent(log, { event: 'auth.mail_link_refused', reason: 'change_email', actor: memberId, network })
  return new DomainError('link_invalid')
}
