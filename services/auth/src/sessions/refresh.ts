import { DomainError } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { announceEnds, type Ending, momentOf } from './end-sessions.ts'
import { fromCookieValue } from './refresh-token.ts'
import { presentToken } from './session.ts'
import type { SignedIn } from './signed-in.ts'

type Parts = Ending & { accounts: Pick<AccountRepository, 'find'> }

/** Exchanges a refresh cookie for its successor; `device` is what sends it. @throws token_missing, token_invalid */
export async function refresh(parts: Parts, cookieValue: string | undefined, device: string): Promise<SignedIn> {
  if (!cookieValue) throw new DomainError('token_missing')
  const presented = fromCookieValue(cookieValue)
  const at = momentOf(parts)
  const outcome =
    presented && (await parts.sessions.change(presented.sessionId, (it) => presentToken(it, presented, device, at)))
  if (outcome?.ended) await announceEnds(parts, [outcome.ended])
  const account = outcome?.next && (await parts.accounts.find(outcome.session.accountId))
  if (!outcome?.next || !account) throw new DomainError('token_invalid')
  return { account, session: outcome.session, token: outcome.next }
}
