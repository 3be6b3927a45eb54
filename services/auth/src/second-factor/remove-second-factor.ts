import { logSecurityEvent } from '@meadow/service'
import { toEmailKey } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { type EndSessionDeps, publishSessionCutoff } from '../sessions/end-sessions.ts'
import type { EndedSessionRegistry } from '../sessions/ended-session-registry.ts'
import { createSessionsEndedEvent } from '../sessions/session.ts'
import { createSecondFactorNotice } from './change-second-factor.ts'
import type { SecondFactorRepository } from './postgres-second-factor-repository.ts'

type RemoveSecondFactorDeps = Pick<EndSessionDeps, 'log' | 'now' | 'newId'> & {
  endedSessions: Pick<EndedSessionRegistry, 'publish'>
  accounts: Pick<AccountRepository, 'findForSignIn'>
  secondFactors: Pick<SecondFactorRepository, 'remove'>
}

/**
 * Turns the authenticator app off, with its recovery codes, of a member who has lost both. Operators call it. All sessions end, and a mail
 * tells the member, so that nobody takes an account over by this without its owner seeing it. `origin` is that of the links of the mail.
 * @throws Error if there is no such member, or the app is not on
 */
export async function removeSecondFactor(
  deps: RemoveSecondFactorDeps,
  { username, origin }: { username: string; origin: string },
): Promise<void> {
  const { accounts, secondFactors, log, now, newId } = deps
  const account = (await accounts.findForSignIn(toEmailKey(username)))?.account
  if (!account) throw new Error(`There is no member ${username}`)
  const [accountId, time] = [account._id, now()]
  const cutoff = await secondFactors.remove({
    accountId,
    time,
    exceptSessionId: newId(time),
    toEvent: (ended) => createSessionsEndedEvent(ended, { eventId: newId(time), time }),
    mail: createSecondFactorNotice({ ...deps, mailDelivery: 'smtp' }, 'totp_removed', account, {
      origin,
      language: 'en',
    }),
  })
  if (!cutoff) throw new Error(`${username} has no authenticator app`)
  logSecurityEvent(log, { event: 'auth.second_factor_changed', reason: 'removed_by_operator', actor: accountId })
  await publishSessionCutoff(deps, cutoff, { reason: 'second_factor_removed' })
}
