import { DomainError, type Throttle } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import {
  type CurrentSession,
  type EndSessionDeps,
  publishEndedSessions,
  toEndOthersChange,
} from '../sessions/end-sessions.ts'
import { rotateSessionSecrets } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { throttleLoginAttempt } from '../sign-in/login-throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findPasswordWeakness } from './password-rules.ts'

type ChangePasswordDeps = EndSessionDeps & {
  accounts: AccountRepository
  passwords: PasswordHasher
  throttle: Throttle
}
type PasswordOwnerSession = CurrentSession & { username: string; name: string }
type PasswordChange = { current: string; next: string; network: string }

/**
 * Changes the member's password. The current session gets new secrets, all other sessions end. A wrong current password
 * counts as a failed sign-in. @throws invalid_request, wrong_password, too_many_requests, token_invalid
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

  const isCorrect = await throttleLoginAttempt(
    deps.throttle,
    { name: member.username, network },
    async () => (await deps.passwords.verify(from, current)) || undefined,
  )
  if (!isCorrect) throw new DomainError('wrong_password')
  const to = await deps.passwords.hash(next)
  const change = toEndOthersChange(deps, member, (session, time) => {
    const opened = rotateSessionSecrets(session, time)
    return { session: opened.session, result: opened }
  })
  const changed = await deps.accounts.changePassword({ from, to }, change)
  if (!changed) throw new DomainError('wrong_password') // the password was changed concurrently
  await publishEndedSessions(deps, changed.ended)
  return { account, ...changed.result }
}
