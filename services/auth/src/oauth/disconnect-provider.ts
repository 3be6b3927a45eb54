import { DomainError, logSecurityEvent } from '@meadow/service'
import {
  assertOwnPassword,
  findOwnAccount,
  type OwnPasswordDeps,
  type PasswordOwner,
} from '../passwords/assert-own-password.ts'
import { hasOtherWayIn } from './oauth-flow.ts'
import type { OAuthProviderId } from './oauth-provider.ts'
import type { OAuthRepository } from './oauth-repository.ts'

type DisconnectDeps = OwnPasswordDeps & { oauth: OAuthRepository; providers: ReadonlyMap<string, unknown> }
type DisconnectRequest = { provider: OAuthProviderId; password: string | undefined; network: string }

/**
 * Disconnects a provider from the account of a member, who gives the password if the account has one.
 * @throws wrong_password, last_way_in, too_many_requests, token_invalid, unavailable
 */
export async function disconnectProvider(
  deps: DisconnectDeps,
  member: PasswordOwner,
  { provider, password = '', network }: DisconnectRequest,
): Promise<void> {
  const { account, passwordHash } = await findOwnAccount(deps, member)
  const refusal = 'auth.provider_disconnect_refused'
  if (account.hasPassword) await assertOwnPassword(deps, member, { passwordHash, password, network, refusal })
  const offered = [...deps.providers.keys()]
  const isDisconnected = await deps.oauth.disconnect(member.sub, provider, (known) =>
    hasOtherWayIn(provider, { ...known, offered }),
  )
  if (!isDisconnected) throw new DomainError('last_way_in')
  logSecurityEvent(deps.log, { event: 'auth.provider_disconnected', actor: member.sub, network })
}
