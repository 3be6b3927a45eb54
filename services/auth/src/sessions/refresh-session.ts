import { DomainError } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { createEventStamp, type EndSessionDeps, publishEndedSessions } from './end-sessions.ts'
import { parseRefreshToken } from './refresh-token.ts'
import { exchangeRefreshToken } from './session.ts'
import type { SignInResult } from './sign-in-response.ts'

type RefreshSessionDeps = EndSessionDeps & { accounts: Pick<AccountRepository, 'find'> }

/** Exchanges a refresh cookie for a new token and stores the device name. @throws token_missing, token_invalid */
export async function refreshSession(
  deps: RefreshSessionDeps,
  cookieValue: string | undefined,
  device: string,
): Promise<SignInResult> {
  if (!cookieValue) throw new DomainError('token_missing')
  const presented = parseRefreshToken(cookieValue)
  const stamp = createEventStamp(deps)
  const outcome =
    presented &&
    (await deps.sessions.change(presented.sessionId, (session) =>
      exchangeRefreshToken(session, presented, device, stamp),
    ))
  if (outcome?.ended) await publishEndedSessions(deps, [outcome.ended])
  const account = outcome?.next && (await deps.accounts.find(outcome.session.accountId))
  if (!outcome?.next || !account) throw new DomainError('token_invalid')
  return { account, session: outcome.session, token: outcome.next }
}
