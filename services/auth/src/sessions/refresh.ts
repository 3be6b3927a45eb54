import { DomainError } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import type { EndedBell } from './ended-sessions.ts'
import { fromCookieValue, isOurs } from './refresh-token.ts'
import { type Change, type Ended, endSession, presentToken, type Session } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

type Parts = {
  accounts: Pick<AccountRepository, 'find'>
  sessions: SessionRepository
  ended: EndedBell
  now: () => Date
  newId: (at: Date) => string
  wake: () => void
}

/** Exchanges a refresh cookie for its successor. @throws token_missing, token_invalid */
export async function refresh(
  parts: Parts,
  cookieValue: string | undefined,
): Promise<{ account: Account; session: Session; token: Buffer }> {
  if (!cookieValue) throw new DomainError('token_missing')
  const presented = fromCookieValue(cookieValue)
  const at = momentOf(parts)
  const outcome =
    presented && (await parts.sessions.change(presented.sessionId, (it) => presentToken(it, presented, at)))
  if (outcome?.ended) await announceEnd(parts, outcome.ended)
  const account = outcome?.next && (await parts.accounts.find(outcome.session.accountId))
  if (!outcome?.next || !account) throw new DomainError('token_invalid')
  return { account, session: outcome.session, token: outcome.next }
}

/** Ends the session of an access token's `sid`, if it is still there. */
export const endById = (parts: Parts, sid: string): Promise<void> =>
  end(parts, sid, (session) => endSession(session, momentOf(parts)))

/** Ends the session that a refresh cookie belongs to, however old its token is. */
export async function endByCookie(parts: Parts, cookieValue: string): Promise<void> {
  const presented = fromCookieValue(cookieValue)
  if (!presented) return
  await end(parts, presented.sessionId, (session) =>
    isOurs(session.secret, presented) ? endSession(session, momentOf(parts)) : { answer: { ended: undefined } },
  )
}

async function end(parts: Parts, sid: string, decide: (session: Session) => Change<{ ended: Ended | undefined }>) {
  const outcome = await parts.sessions.change(sid, decide)
  if (outcome?.ended) await announceEnd(parts, outcome.ended)
}

async function announceEnd({ ended, wake }: Parts, session: Ended): Promise<void> {
  wake()
  await ended.ring(session)
}

const momentOf = ({ now, newId }: Parts) => {
  const time = now()
  return { eventId: newId(time), time }
}
