import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import { type EndSessionDeps, publishSessionCutoff, toEndOthersChange } from './end-sessions.ts'

/**
 * Ends all sessions of the member except the current one.
 * @throws proof_required, proof_invalid, wrong_password, too_many_requests, unavailable; token_invalid if the current session has ended
 */
export async function endOtherSessions(
  deps: EndSessionDeps & OwnProofDeps,
  member: PasswordOwner,
  { network, ...own }: OwnProof & { network: string },
): Promise<void> {
  const { passwordHash } = await findOwnAccount(deps, member)
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal: 'auth.sessions_end_refused' })
  const { cutoff } = await deps.sessions.endOthers(toEndOthersChange(deps, member, (current) => current))
  await publishSessionCutoff(deps, cutoff, { reason: 'ended_by_member', network })
}
