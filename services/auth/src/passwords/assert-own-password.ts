import { DomainError, type Logger, logSecurityEvent, type Throttle } from '@meadow/service'
import type { AccountRepository, SignInAccount } from '../accounts/account-repository.ts'
import type { CurrentSession } from '../sessions/end-sessions.ts'
import { throttleAttempt } from '../sign-in/login-throttle.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type OwnPasswordDeps = {
  accounts: AccountRepository
  passwords: PasswordHasher
  throttle: Throttle
  limits: AuthThrottleLimits
  log: Logger
}
export type PasswordOwner = CurrentSession & { username: string }

/** Finds the account of a token's member with its password hash. @throws token_invalid */
export async function findOwnAccount(
  { accounts }: Pick<OwnPasswordDeps, 'accounts'>,
  member: PasswordOwner,
): Promise<SignInAccount> {
  const found = await accounts.findForSignIn(member.username)
  if (found?.account._id !== member.sub) throw new DomainError('token_invalid')
  return found
}

export type OwnPasswordAttempt = {
  passwordHash: string
  password: string
  network: string
  /** The security event of a refusal. */
  refusal:
    | 'auth.password_change_refused'
    | 'auth.account_deactivation_refused'
    | 'auth.email_change_refused'
    | 'auth.provider_disconnect_refused'
    | 'auth.sessions_end_refused'
    | 'auth.second_factor_change_refused'
    | 'auth.passkey_change_refused'
    | 'auth.reauthentication_refused'
}

/**
 * Verifies the member's password. Wrong ones are counted for the session, so that failed sign-ins of others cannot lock the member
 * out. @throws wrong_password, too_many_requests, unavailable
 */
export async function assertOwnPassword(
  deps: OwnPasswordDeps,
  member: CurrentSession,
  { passwordHash, password, network, refusal: event }: OwnPasswordAttempt,
): Promise<void> {
  const refused = { event, actor: member.sub, session: member.sid, network }
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: [{ reason: 'throttled', limit: deps.limits.passwordPerSession, subject: [member.sid] }],
    verify: () => deps.passwords.verify(passwordHash, password),
    onThrottled: () => logSecurityEvent(deps.log, { ...refused, reason: 'throttled' }),
  })
  if (isCorrect) return
  logSecurityEvent(deps.log, { ...refused, reason: 'wrong_password' })
  throw new DomainError('wrong_password')
}
