import { DomainError, logSecurityEvent } from '@meadow/service'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type DeviceNotice, recognizeDevice } from '../devices/known-device.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { consumeAttempt } from '../sign-in/login-throttle.ts'
import { countSignIn, openSession, type SignInDeps } from '../sign-in/sign-in.ts'
import { isPasskeyRefusal, type RelyingParty, SIGN_IN_OWNER, verifyAuthentication } from './passkey-ceremony.ts'
import type { PasskeyRepository } from './postgres-passkey-repository.ts'

type PasskeySignInDeps = SignInDeps & { passkeys: PasskeyRepository }
type PasskeySignIn = DeviceNotice & {
  response: AuthenticationResponseJSON
  remember: boolean
  deviceCookie: string | undefined
  network: string
  relyingParty: RelyingParty
}

/** Counts an attempt to sign in by a passkey. @throws too_many_requests, unavailable */
export const consumePasskeyAttempt = ({ throttle, limits, log }: PasskeySignInDeps, network: string) =>
  consumeAttempt(
    throttle,
    { reason: 'network' as const, limit: limits.passkeyPerNetwork, subject: [network] },
    (reason) => logSecurityEvent(log, { event: 'auth.sign_in_throttled', reason, network }),
  )

/**
 * Signs in by a passkey, which has verified its user: it counts as both factors.
 * @throws passkey_refused, account_suspended, account_deactivated
 */
export async function signInByPasskey(
  deps: PasskeySignInDeps,
  { response, relyingParty, ...context }: PasskeySignIn,
): Promise<SignInResult> {
  const { deviceCookie, network } = context
  const { accountId } = await verifyAuthentication(deps, relyingParty, SIGN_IN_OWNER, response).catch((error) => {
    if (isPasskeyRefusal(error))
      logSecurityEvent(deps.log, { event: 'auth.sign_in_failed', reason: 'passkey', network })
    throw error
  })
  const account = await deps.accounts.find(accountId)
  const found = account && (await deps.accounts.findForSignIn(account.username))
  if (found?.account._id !== accountId) throw new DomainError('passkey_refused')
  const browser = await recognizeDevice(deps, deviceCookie)
  await countSignIn(deps, { accountId, browser, network })
  return openSession(deps, { ...found, browser }, { ...context, reason: 'passkey', hasSecondFactor: true })
}
