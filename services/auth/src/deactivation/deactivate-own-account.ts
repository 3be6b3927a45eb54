import { logSecurityEvent } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import { createNotice, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import { type EndSessionDeps, publishSessionCutoff } from '../sessions/end-sessions.ts'
import { createSessionsEndedEvent } from '../sessions/session.ts'
import { type DeactivationRepository, type DeactivationRequest, deactivateAccount } from './deactivation.ts'

type DeactivateDeps = EndSessionDeps &
  OwnProofDeps & { deactivations: DeactivationRepository; mailDelivery: MailDelivery }
type OwnDeactivation = DeactivationRequest & OwnProof & { network: string; context: MailContext }

/**
 * Deactivates the member's account, or deletes it: then it is erased after the grace. All sessions end, and a mail says how to come
 * back, and until when. @throws proof_required, proof_invalid, wrong_password, too_many_requests, token_invalid, unavailable
 */
export async function deactivateOwnAccount(
  deps: DeactivateDeps,
  member: PasswordOwner,
  { deletion, network, context, ...own }: OwnDeactivation,
): Promise<Account> {
  const { passwordHash } = await findOwnAccount(deps, member)
  const refusal = 'auth.account_deactivation_refused'
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal })
  const { deactivations, log, mailDelivery, newId, now } = deps
  const [time, accountId] = [now(), member.sub]
  const eventId = newId(time)
  const { account, cutoff } = await deactivations.deactivate({
    accountId,
    passwordHash,
    decide(current) {
      const notice = { accountId, recipient: current.email, eventId, requestedAt: time }
      const kind = deletion ? 'account_deletion' : 'account_deactivated'
      const mail = mailDelivery === 'off' ? undefined : createNotice(kind, notice, context)
      return { ...deactivateAccount(current, { deletion }, { eventId, time }), mail }
    },
    mailContext: deletion && mailDelivery !== 'off' ? context : undefined,
    sessionEnd: {
      accountId,
      time,
      exceptSessionId: newId(time),
      toEvent: (ended) => createSessionsEndedEvent(ended, { eventId: newId(time), time }),
    },
  })
  const reason = deletion ? 'deleted' : 'deactivated'
  logSecurityEvent(log, { event: 'auth.account_deactivated', reason, actor: accountId, network })
  await publishSessionCutoff(deps, cutoff, { reason: 'account_deactivated', network })
  return account
}
