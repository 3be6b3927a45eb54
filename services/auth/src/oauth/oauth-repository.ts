import type { DomainEvent } from '@meadow/contracts'
import type { AccountAddition, UniqueAccountField } from '../accounts/account-repository.ts'
import type { IdentityOwners, OAuthFlow } from './oauth-flow.ts'
import type { OAuthProviderId, ProviderIdentity } from './oauth-provider.ts'

/** Identifies a flow: the token of its step, and the browser that began it. */
export type OAuthFlowKey = Pick<OAuthFlow, 'tokenHash' | 'browserHash' | 'step'> & { now: Date }

type ConnectedProvider = { provider: OAuthProviderId; email: string | null; connectedAt: Date }

type NewConnection = { provider: OAuthProviderId; identity: ProviderIdentity; accountId: string; now: Date }
type OAuthRegistration = AccountAddition & { flow: OAuthFlowKey; connection: NewConnection }

/** Stores the identities of members at providers, and the sign-ins that are on their way. */
export type OAuthRepository = {
  addFlow(flow: OAuthFlow): Promise<void>
  /** Returns a flow that has not expired, and deletes it, so that it is used once. */
  takeFlow(key: OAuthFlowKey): Promise<OAuthFlow | undefined>
  /** Returns a flow that has not expired. */
  findFlow(key: OAuthFlowKey): Promise<OAuthFlow | undefined>
  deleteExpiredFlows(now: Date): Promise<void>
  findOwners(provider: OAuthProviderId, identity: ProviderIdentity, callerId: string | null): Promise<IdentityOwners>
  /** Connects an identity to an account. @throws provider_taken if it, or another of the provider, is connected already */
  connect(connection: NewConnection): Promise<void>
  /**
   * Uses a pending flow to connect its identity to the account that has its verified address, which counts as verified from then on.
   * `toVerifiedEvent` is called if it was not before.
   * @throws oauth_failed if the flow was used, provider_taken
   */
  link(flow: OAuthFlowKey, connection: NewConnection, toVerifiedEvent: () => DomainEvent): Promise<void>
  /**
   * Uses a pending flow to store a new account with its identity, session and event, in one transaction. Stores nothing and returns the
   * taken fields if another account has the username or e-mail address. @throws oauth_failed if the flow was used, provider_taken
   */
  register(registration: OAuthRegistration): Promise<UniqueAccountField[]>
  /** Lists the providers that an account has connected, by name. */
  listConnected(accountId: string): Promise<ConnectedProvider[]>
  /** Disconnects a provider if `isAllowed` for the other ways into the account, under its lock. Returns false if it is not. */
  disconnect(
    accountId: string,
    provider: OAuthProviderId,
    isAllowed: (others: { hasPassword: boolean; connected: string[]; passkeyCount: number }) => boolean,
  ): Promise<boolean>
}
