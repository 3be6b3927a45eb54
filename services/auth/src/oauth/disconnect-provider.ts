import { DomainError, logSecurityEvent } from '@meadow/service'
import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import { hasWayIn } from './oauth-flow.ts'
import type { OAuthProviderId } from './oauth-provider.ts'
import type { OAuthRepository } from './oauth-repository.ts'

type DisconnectDeps = OwnProofDeps & { oauth: OAuthRepository; providers: ReadonlyMap<string, unknown> }
type DisconnectRequest = OwnProof & { provider: OAuthProviderId; network: string }

/**
 * Disconnects a provider from the account of a member.
 * @throws proof_required, proof_invalid, wrong_password, last_way_in, too_many_requests, token_invalid, unavailable
 */
export async function disconnectProvider(
  deps: DisconnectDeps,
  member: PasswordOwner,
  { provider, network, ...own }: DisconnectRequest,
): Promise<void> {
  const { passwordHash } = await findOwnAccount(deps, member)
  const refusal = 'auth.provider_disconnect_refused'
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal })
  const offered = [...deps.providers.keys()]
  const isDisconnected = await deps.oauth.disconnect(member.sub, provider, (others) => hasWayIn({ ...others, offered }))
  if (!isDisconnected) throw new DomainError('last_way_in')
  logSecurityEvent(deps.log, { event: 'auth.provider_disconnected', actor: member.sub, network })
}
