import { DomainError, logSecurityEvent, RefusedTokenError } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { assertNotSuspended } from '../suspension/suspension.ts'
import { createEventStamp, type EndSessionDeps, publishEndedSession } from './end-sessions.ts'
import { parseRefreshToken } from './refresh-token.ts'
import { exchangeRefreshToken } from './session.ts'
import type { SignInResult } from './sign-in-response.ts'

type RefreshSessionDeps = EndSessionDeps & { accounts: Pick<AccountRepository, 'find'>; maxSessionAgeMs: number }
type RefreshRequest = { cookieValue: string | undefined; device: string; network: string }

/**
 * Exchanges a refresh cookie for a new token and stores the device name. A browser whose session a suspension has ended learns until when
 * and why.
 * @throws token_missing, token_invalid, account_suspended
 */
export async function refreshSession(
  deps: RefreshSessionDeps,
  { cookieValue, device, network }: RefreshRequest,
): Promise<SignInResult> {
  if (!cookieValue) throw new DomainError('token_missing')
  const presented = parseRefreshToken(cookieValue)
  if (!presented) throw new RefusedTokenError('invalid_cookie')
  const context = { ...createEventStamp(deps), device, maxSessionAgeMs: deps.maxSessionAgeMs }
  const outcome = await deps.sessions.change(presented.sessionId, (session) =>
    exchangeRefreshToken(session, presented, context),
  )
  if (!outcome) throw new RefusedTokenError('invalid_cookie')
  const { session, next, ended, refusal } = outcome
  const owner = { actor: session.accountId, session: session._id }
  if (refusal === 'session_ended') await assertAccountNotSuspended(deps, session.accountId, network)
  if (refusal) throw new RefusedTokenError(refusal, refusal === 'session_ended' ? { owner } : {})
  if (ended) {
    logSecurityEvent(deps.log, { event: 'auth.refresh_reused', ...owner, network })
    await publishEndedSession(deps, ended, { reason: 'refresh_reused', actor: session.accountId, network })
  }
  const account = next && (await deps.accounts.find(session.accountId))
  if (!next || !account) throw new DomainError('token_invalid')
  return { account, session, token: next }
}

/** @throws account_suspended */
async function assertAccountNotSuspended(deps: RefreshSessionDeps, accountId: string, network: string): Promise<void> {
  const account = await deps.accounts.find(accountId)
  if (account) assertNotSuspended(deps, account, network)
}
