import { DomainError, logSecurityEvent, type SecurityEvent, type Throttle } from '@meadow/service'
import { type Account, toEmailKey } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { assertNotDeactivated, type RefuseDeactivatedDeps } from '../deactivation/restore-own-account.ts'
import {
  type DeviceNotice,
  type NewDeviceDeps,
  recognizeDevice,
  rememberSignIn,
  type SignInDevice,
} from '../devices/known-device.ts'
import type { OAuthFlowHashes } from '../oauth/oauth-flow.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { type RequireSecondFactorDeps, requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { type EndSessionDeps, endLeastRecentlyUsedSessions } from '../sessions/end-sessions.ts'
import { toSessionStart } from '../sessions/session.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { type RefuseSuspendedDeps, refuseSuspended } from '../suspension/appeal-suspension.ts'
import { consumeAttempt, throttleAttempt, toSignInCounters } from './login-throttle.ts'
import type { AuthThrottleLimits } from './throttle-limits.ts'

export type SignInDeps = EndSessionDeps &
  RefuseDeactivatedDeps &
  RequireSecondFactorDeps &
  RefuseSuspendedDeps &
  NewDeviceDeps & {
    accounts: AccountRepository
    passwords: PasswordHasher
    throttle: Throttle
    limits: AuthThrottleLimits
    maxSessionAgeMs: number
  }

type SignInThrottleReason = Extract<SecurityEvent, { event: 'auth.sign_in_throttled' }>['reason']

export type VerifiedAccount = NonNullable<Awaited<ReturnType<AccountRepository['findForSignIn']>>> & {
  browser: SignInDevice
}

/** `deviceCookie` recognizes the browser. */
type SignInRequest = DeviceNotice & {
  emailOrUsername: string
  password: string
  remember: boolean
  deviceCookie: string | undefined
  network: string
}

/**
 * Signs in. A device that has signed in to the account before is known, and stays known.
 * @throws wrong_credentials, account_suspended, second_factor_required, account_deactivated, too_many_requests, unavailable
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignInResult> {
  deps.passwords.assertNotBusy() // before a query for a sign-in that would be refused anyway
  const verified = await verifyCredentials(deps, request)
  const reason = verified.isKnownDevice ? 'known_device' : 'new_device'
  return openSession(deps, verified, { ...request, reason })
}

type OpenSessionContext = DeviceNotice & {
  remember: boolean
  network: string
  reason: 'known_device' | 'new_device' | 'provider' | 'passkey'
  /** True if the member gave the second factor, too. @default false */
  hasSecondFactor?: boolean
  /** The identity that the sign-in connects to the account, by `connect`, once the member has given all factors. */
  link?: { flow: OAuthFlowHashes; connect: () => Promise<Account> } | undefined
}

/**
 * Opens a session of an account whose member has been verified. A mail tells the owner about a new device.
 * @throws account_suspended; second_factor_required; account_deactivated; wrong_credentials if the password hash has changed; the errors of `link`
 */
export async function openSession(
  deps: SignInDeps,
  { account: found, passwordHash, sessionsFrom, browser }: VerifiedAccount,
  { remember, device, mailContext, network, reason, hasSecondFactor = false, link }: OpenSessionContext,
): Promise<SignInResult> {
  await refuseSuspended(deps, found, network)
  const [accountId, time] = [found._id, toSessionStart(deps.now(), sessionsFrom)]
  if (!hasSecondFactor)
    await requireSecondFactor(deps, { accountId, reason, remember, link: link?.flow, createdAt: time })
  const account = link ? await link.connect() : found
  await assertNotDeactivated(deps, account, network)
  const { maxSessionAgeMs } = deps
  const id = deps.newId(time)
  const opened = createSessionWithToken({ id, accountId, remember, device, time, maxSessionAgeMs })
  const openCount = await deps.sessions.add(opened.session, passwordHash)
  if (openCount === undefined) throw new DomainError('wrong_credentials') // the password was changed concurrently
  await endLeastRecentlyUsedSessions(deps, accountId, openCount)
  await rememberSignIn(deps, account, browser, { device, mailContext })
  logSecurityEvent(deps.log, { event: 'auth.signed_in', reason, actor: accountId, network, session: id })
  return { account, ...opened, deviceId: browser.id }
}

/**
 * Finds the account and verifies its password. Failures with the username and with the e-mail address of an account are
 * counted together. Those with an unknown name are counted by that name, take the same time and give the same error. Successful
 * sign-ins have a limit, too: of an account, and of each device that it knows.
 */
export async function verifyCredentials(
  deps: SignInDeps,
  request: Omit<SignInRequest, 'remember' | keyof DeviceNotice>,
) {
  const { network } = request
  const name = toEmailKey(request.emailOrUsername).replace(/^@/, '') // no e-mail address begins with '@'
  const [found, browser] = await Promise.all([
    deps.accounts.findForSignIn(name),
    recognizeDevice(deps, request.deviceCookie),
  ])
  const actor = found?.account._id
  const isKnownDevice = actor !== undefined && browser.accountIds.includes(actor)
  const target = actor === undefined ? `name:${name}` : `account:${actor}`

  const onThrottled = (reason: SignInThrottleReason) =>
    logSecurityEvent(deps.log, { event: 'auth.sign_in_throttled', reason, actor, network })
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: toSignInCounters(deps.limits, { target, network, device: isKnownDevice ? browser.id : undefined }),
    verify: () => deps.passwords.verify(found?.passwordHash, request.password),
    onThrottled,
  })
  if (found && isCorrect) {
    await countSignIn(deps, { accountId: found.account._id, browser, network })
    return { ...found, browser, isKnownDevice }
  }
  const reason = found ? 'wrong_password' : 'unknown_name'
  logSecurityEvent(deps.log, { event: 'auth.sign_in_failed', reason, actor, network })
  throw new DomainError('wrong_credentials')
}

/** Counts a successful sign-in of an account, or of a device that it knows. @throws too_many_requests, unavailable */
export async function countSignIn(
  deps: Pick<SignInDeps, 'throttle' | 'limits' | 'log'>,
  { accountId, browser, network }: { accountId: string; browser: SignInDevice; network: string },
): Promise<void> {
  const subject = [`account:${accountId}`, browser.accountIds.includes(accountId) ? browser.id : '']
  await consumeAttempt(
    deps.throttle,
    { reason: 'opened' as const, limit: deps.limits.openedPerAccount, subject },
    (reason) => logSecurityEvent(deps.log, { event: 'auth.sign_in_throttled', reason, actor: accountId, network }),
  )
}
