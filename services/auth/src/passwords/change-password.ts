import { DomainError, logSecurityEvent, type Throttle } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import {
  type CurrentSession,
  type EndSessionDeps,
  publishSessionCutoff,
  toEndOthersChange,
} from '../sessions/end-sessions.ts'
import { createSecret } from '../sessions/refresh-token.ts'
import { createSession } from '../sessions/session.ts'
import type { SessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { throttleAttempt } from '../sign-in/login-throttle.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findPasswordWeakness } from './password-rules.ts'

type ChangePasswordDeps = EndSessionDeps & {
  accounts: AccountRepository
  passwords: PasswordHasher
  throttle: Throttle
  limits: AuthThrottleLimits
  maxSessionAgeMs: number
}
type PasswordOwnerSession = CurrentSession & { username: string; name: string }
type PasswordChange = { current: string; next: string; network: string }

/**
 * Changes the member's password. All sessions end, and a new one replaces the current one. Wrong current passwords are
 * counted for the session, so that failed sign-ins of others cannot prevent a change.
 * @throws invalid_request, wrong_password, too_many_requests, token_invalid
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  member: PasswordOwnerSession,
  { current, next, network }: PasswordChange,
): Promise<SignInResult> {
  const found = await deps.accounts.findForSignIn(member.username)
  if (found?.account._id !== member.sub) throw new DomainError('token_invalid')
  const { account, passwordHash: from } = found
  const weakness =
    findPasswordWeakness(next, account) ?? findPasswordWeakness(next, { ...account, fullName: member.name })
  if (weakness)
    throw new DomainError('invalid_request', {
      fields: { next: weakness.message },
      fieldCodes: { next: weakness.code },
    })

  const refused = { event: 'auth.password_change_refused', actor: member.sub, session: member.sid, network } as const
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: [{ reason: 'throttled', limit: deps.limits.passwordPerSession, subject: [member.sid] }],
    verify: () => deps.passwords.verify(from, current),
    onThrottled: () => logSecurityEvent(deps.log, { ...refused, reason: 'throttled' }),
  })
  if (!isCorrect) {
    logSecurityEvent(deps.log, { ...refused, reason: 'wrong_password' })
    throw new DomainError('wrong_password')
  }
  const opened = await replaceSessions(deps, member, { from, to: await deps.passwords.hash(next) }, network)
  return { account, ...opened }
}

/** Stores the new password hash, ends all sessions, and opens the one that replaces the current session. */
async function replaceSessions(
  deps: ChangePasswordDeps,
  member: CurrentSession,
  hash: { from: string; to: string },
  network: string,
): Promise<SessionWithToken> {
  const { maxSessionAgeMs, newId } = deps
  const [secret, token] = [createSecret(), createSecret()]
  const change = toEndOthersChange(deps, member, ({ accountId, remember, device }, time) =>
    createSession({ id: newId(time), accountId, remember, device, secret, token, time, maxSessionAgeMs }),
  )
  const changed = await deps.accounts.changePassword(hash, change)
  if (!changed) throw new DomainError('wrong_password') // the password was changed concurrently
  const { remaining, cutoff } = changed
  const actor = member.sub
  logSecurityEvent(deps.log, { event: 'auth.password_changed', actor, session: remaining._id, network })
  await publishSessionCutoff(deps, cutoff, { reason: 'password_changed', network })
  return { session: remaining, token }
}
