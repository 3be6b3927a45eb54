import { createHash, randomBytes } from 'node:crypto'
import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import { type DeviceNotice, type NewDeviceDeps, recognizeDevice, rememberSignIn } from '../devices/known-device.ts'
import { toSessionStart } from '../sessions/session.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { assertNotSuspended } from '../suspension/suspension.ts'
import { type DeactivationRepository, hasGraceEnded, restoreAccount, toRestoreTokenExpiry } from './deactivation.ts'

export type RefuseDeactivatedDeps = {
  deactivations: Pick<DeactivationRepository, 'setRestoreToken'>
  log: Logger
  now: () => Date
}

const hashRestoreToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Refuses the sign-in of a member who has proved to own a deactivated account, by any way of signing in. The error has a token that
 * restores the account. Does nothing for other accounts.
 * @throws account_deactivated; wrong_credentials after the grace, as if the account was erased already
 */
export async function assertNotDeactivated(
  { deactivations, log, now }: RefuseDeactivatedDeps,
  account: Account,
  network: string,
): Promise<void> {
  if (!account.deactivatedAt) return
  logSecurityEvent(log, { event: 'auth.sign_in_failed', reason: 'deactivated', actor: account._id, network })
  const time = now()
  if (hasGraceEnded(account, time)) throw new DomainError('wrong_credentials')
  const token = randomBytes(32).toString('base64url')
  await deactivations.setRestoreToken(account._id, {
    hash: hashRestoreToken(token),
    expiresAt: toRestoreTokenExpiry(time),
  })
  throw new DomainError('account_deactivated', {
    restore: { token, erasesAt: account.erasesAt?.toISOString() ?? null },
  })
}

type RestoreDeps = NewDeviceDeps & {
  deactivations: DeactivationRepository
  maxSessionAgeMs: number
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}
type RestoreRequest = DeviceNotice & {
  token: string
  remember: boolean
  deviceCookie: string | undefined
  network: string
}

/** Restores the account of a token, and signs in. @throws restore_expired, account_suspended */
export async function restoreOwnAccount(
  deps: RestoreDeps,
  { token, remember, device, mailContext, deviceCookie, network }: RestoreRequest,
): Promise<SignInResult> {
  const { deactivations, maxSessionAgeMs, newId } = deps
  const time = deps.now()
  const eventId = newId(time)
  let refreshToken = Buffer.alloc(0)
  const { account, session } = await deactivations.restore({
    tokenHash: hashRestoreToken(token),
    time,
    decide(current, sessionsFrom) {
      assertNotSuspended(deps, current, network)
      const start = toSessionStart(time, sessionsFrom)
      const opened = { id: newId(start), accountId: current._id, remember, device, time: start, maxSessionAgeMs }
      const created = createSessionWithToken(opened)
      refreshToken = Buffer.from(created.token)
      return { ...restoreAccount(current, { eventId, time }), session: created.session }
    },
  })
  const browser = await recognizeDevice(deps, deviceCookie)
  await rememberSignIn(deps, account, browser, { device, mailContext })
  const actor = account._id
  logSecurityEvent(deps.log, { event: 'auth.signed_in', reason: 'restored', actor, network, session: session._id })
  return { account, session, token: refreshToken, deviceId: browser.id }
}
