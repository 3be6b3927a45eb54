import { DomainError, logSecurityEvent } from '@meadow/service'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Account } from '../accounts/account.ts'
import { type DeviceNotice, recognizeDevice, type SignInDevice } from '../devices/known-device.ts'
import { type ConnectIdentityDeps, connectPendingIdentity } from '../oauth/connect-pending-identity.ts'
import {
  isPasskeyRefusal,
  type RelyingParty,
  SIGN_IN_OWNER,
  verifyAuthentication,
} from '../passkeys/passkey-ceremony.ts'
import type { PasskeyRepository } from '../passkeys/postgres-passkey-repository.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { throttleAttempt } from '../sign-in/login-throttle.ts'
import { openSession, type SignInDeps } from '../sign-in/sign-in.ts'
import { createSecondFactorNotice, type SecondFactorDeps } from './change-second-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { hashSignInToken } from './require-second-factor.ts'
import { findTotpStep, isTotpCode } from './totp.ts'

type FinishDeps = SignInDeps & SecondFactorDeps & ConnectIdentityDeps & { passkeys: PasskeyRepository }
type SecondFactorRequest = DeviceNotice & {
  token: string
  code?: string | undefined
  passkey?: AuthenticationResponseJSON | undefined
  relyingParty: RelyingParty
  deviceCookie: string | undefined
  network: string
}

/**
 * Finishes a sign-in that waits for the second factor, by a code of the authenticator app, a recovery code, or a passkey. Wrong codes are
 * counted over all sign-ins of the account that wait: each device that it knows has its own counter, all others share one.
 * @throws sign_in_expired, wrong_code, passkey_refused, invalid_request without any of them, account_suspended, account_deactivated, too_many_requests, unavailable
 */
export async function finishSignIn(deps: FinishDeps, request: SecondFactorRequest): Promise<SignInResult> {
  const { accounts, secondFactors, now } = deps
  const { network } = request
  const tokenHash = hashSignInToken(request.token)
  const pending = await secondFactors.findPendingSignIn(tokenHash, now())
  const account = pending && (await accounts.find(pending.accountId))
  const found = account && (await accounts.findForSignIn(account.username))
  if (!pending || found?.account._id !== pending.accountId) throw new DomainError('sign_in_expired')
  const isOutdated = found.sessionsFrom !== undefined && found.sessionsFrom > pending.createdAt
  if (isOutdated) throw new DomainError('sign_in_expired') // such as because the password was changed
  const browser = await recognizeDevice(deps, request.deviceCookie)
  await assertSecondFactor(deps, found.account, browser, request)
  if (!(await secondFactors.takePendingSignIn(tokenHash, now()))) throw new DomainError('sign_in_expired') // used concurrently
  const { remember, reason, link: flow } = pending
  const link = flow && { flow, connect: () => connectPendingIdentity(deps, flow, found.account, network) }
  return openSession(deps, { ...found, browser }, { ...request, remember, reason, hasSecondFactor: true, link })
}

/** @throws wrong_code, passkey_refused, also for a passkey of another account; too_many_requests, unavailable */
async function assertSecondFactor(
  deps: FinishDeps,
  account: Account,
  browser: SignInDevice,
  request: SecondFactorRequest,
): Promise<void> {
  const { passkey, code, network } = request
  const refused = { event: 'auth.sign_in_failed', actor: account._id, network } as const
  if (passkey) {
    await verifyAuthentication(deps, request.relyingParty, SIGN_IN_OWNER, passkey, account._id).catch((error) => {
      if (isPasskeyRefusal(error)) logSecurityEvent(deps.log, { ...refused, reason: 'passkey' })
      throw error
    })
    return
  }
  if (code === undefined)
    throw new DomainError('invalid_request', {
      fields: { code: 'The code is required' },
      fieldCodes: { code: 'required' },
    })
  // '' counts for all unknown devices: strangers who use up that counter do not lock out a known device
  const device = browser.accountIds.includes(account._id) ? browser.id : ''
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: [
      { reason: 'second_factor' as const, limit: deps.limits.secondFactorPerAccount, subject: [account._id, device] },
    ],
    verify: () => verifyCode(deps, account, { ...request, code }),
    onThrottled: (reason) =>
      logSecurityEvent(deps.log, { event: 'auth.sign_in_throttled', reason, actor: account._id, network }),
  })
  if (isCorrect) return
  logSecurityEvent(deps.log, { ...refused, reason: 'wrong_code' })
  throw new DomainError('wrong_code')
}

/**
 * Returns true for a correct code, which is used up by that. Any that does not look like one of the app is tried as a recovery code, whose
 * use is logged and told to the member by mail.
 */
async function verifyCode(
  deps: FinishDeps,
  account: Account,
  { code, mailContext, network }: SecondFactorRequest & { code: string },
): Promise<boolean> {
  const { secondFactors, totpEncryption, now } = deps
  const accountId = account._id
  if (!isTotpCode(code)) {
    const mail = createSecondFactorNotice(deps, 'recovery_code_used', account, mailContext)
    const isUsed = await secondFactors.takeRecoveryCode({
      accountId,
      codeHash: hashRecoveryCode(accountId, code),
      mail,
    })
    if (isUsed) logSecurityEvent(deps.log, { event: 'auth.recovery_code_used', actor: accountId, network })
    return isUsed
  }
  const known = await secondFactors.find(accountId)
  const step = known?.isOn ? findTotpStep(totpEncryption.decrypt(accountId, known.secret), code, now()) : undefined
  return step !== undefined && secondFactors.takeStep(accountId, step)
}
