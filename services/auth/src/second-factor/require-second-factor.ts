import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '@meadow/service'
import type { PendingSignIn, SecondFactorRepository } from './postgres-second-factor-repository.ts'

/** The time in which the second factor must follow the first. */
const PENDING_SIGN_IN_LIFETIME_MS = 10 * 60_000

export const hashSignInToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export type RequireSecondFactorDeps = { secondFactors: SecondFactorRepository }

/**
 * Refuses a sign-in with the first factor alone, by any way of signing in, to an account that has a second one. The error has the token of
 * the sign-in that waits for it. Does nothing for other accounts. @throws second_factor_required
 */
export async function requireSecondFactor(
  { secondFactors }: RequireSecondFactorDeps,
  signIn: Pick<PendingSignIn, 'accountId' | 'reason' | 'remember' | 'link' | 'createdAt'>,
): Promise<void> {
  if (!(await secondFactors.find(signIn.accountId))?.isOn) return
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(signIn.createdAt.getTime() + PENDING_SIGN_IN_LIFETIME_MS)
  await secondFactors.addPendingSignIn({ ...signIn, tokenHash: hashSignInToken(token), expiresAt })
  throw new DomainError('second_factor_required', { secondFactor: { token, expiresAt: expiresAt.toISOString() } })
}
