import { DomainError, logSecurityEvent } from '@meadow/service'
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
import { assertOwnPassword, findOwnAccount, type OwnPasswordDeps, type PasswordOwner } from './assert-own-password.ts'
import { findPasswordWeakness } from './password-rules.ts'

type ChangePasswordDeps = EndSessionDeps & OwnPasswordDeps & { maxSessionAgeMs: number }
type PasswordOwnerSession = PasswordOwner & { name: string }
type PasswordChange = { current: string; next: string; network: string }

/**
 * Changes the member's password. All sessions end, and a new one replaces the current one.
 * @throws invalid_request, wrong_password, too_many_requests, token_invalid
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  member: PasswordOwnerSession,
  { current, next, network }: PasswordChange,
): Promise<SignInResult> {
  const { account, passwordHash: from } = await findOwnAccount(deps, member)
  const weakness =
    findPasswordWeakness(next, account) ?? findPasswordWeakness(next, { ...account, fullName: member.name })
  if (weakness)
    throw new DomainError('invalid_request', {
      fields: { next: weakness.message },
      fieldCodes: { next: weakness.code },
    })

  const refusal = 'auth.password_change_refused'
  await assertOwnPassword(deps, member, { passwordHash: from, password: current, network, refusal })
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
