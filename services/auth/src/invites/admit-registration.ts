import { DomainError } from '@meadow/service'
import { isSameEmail } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { hashInviteToken, isInviteUsable } from './invite.ts'
import type { InviteRepository } from './postgres-invite-repository.ts'

/** The people who may register: anyone, those with an invite, or nobody. */
export type RegistrationMode = 'open' | 'invite' | 'closed'

export type AdmissionDeps = {
  accounts: Pick<AccountRepository, 'findByEmail'>
  invites: InviteRepository
  registration: RegistrationMode
  /** The address of the account that becomes the first admin. */
  adminEmail: string | undefined
  now: () => Date
}

type RegistrationRefusal = 'registration_closed' | 'invite_required' | 'invite_invalid'

/**
 * Decides whether a person may register. `invite` says what they have brought. The expected first admin may in any case, because
 * nobody else could open a new installation. Returns the error code of a refusal.
 */
export function findRegistrationRefusal(
  mode: RegistrationMode,
  { isFirstAdmin, invite }: { isFirstAdmin: boolean; invite: 'none' | 'usable' | 'unusable' },
): RegistrationRefusal | undefined {
  if (mode === 'open' || isFirstAdmin) return undefined
  if (mode === 'closed') return 'registration_closed'
  if (invite === 'none') return 'invite_required'
  return invite === 'unusable' ? 'invite_invalid' : undefined
}

/** Returns true while no account has the address of the first admin, who may register in any mode. */
export const isFirstAdminExpected = async ({
  accounts,
  adminEmail,
}: Pick<AdmissionDeps, 'accounts' | 'adminEmail'>): Promise<boolean> =>
  adminEmail !== undefined && (await accounts.findByEmail(adminEmail)) === undefined

/**
 * Checks whether a person may register with this address and the token of an invite, whatever the way of the registration. Uses
 * nothing. Returns the hash of the invite whose use is counted with the account; undefined if none is.
 * @throws registration_closed, invite_required, invite_invalid
 */
export async function admitRegistration(
  deps: AdmissionDeps,
  { email, invite: token }: { email: string; invite?: string | undefined },
): Promise<Buffer | undefined> {
  const { adminEmail, invites, now, registration } = deps
  if (registration === 'open') return undefined
  const tokenHash = registration === 'invite' && token ? hashInviteToken(token) : undefined
  const invite = tokenHash && (await invites.find(tokenHash))
  const isUsable = invite !== undefined && isInviteUsable(invite, now())
  // a registered address gets the refusal of all others, which does not say that it is that of the admin
  const isFirstAdmin = adminEmail !== undefined && isSameEmail(adminEmail, email) && (await isFirstAdminExpected(deps))
  const refusal = findRegistrationRefusal(registration, {
    isFirstAdmin,
    invite: tokenHash ? (isUsable ? 'usable' : 'unusable') : 'none',
  })
  if (refusal) throw new DomainError(refusal)
  return isUsable ? tokenHash : undefined
}
