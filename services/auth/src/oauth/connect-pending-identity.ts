import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import { type Account, createEmailVerifiedEvent } from '../accounts/account.ts'
import type { OAuthFlowHashes } from './oauth-flow.ts'
import type { OAuthRepository } from './oauth-repository.ts'

export type ConnectIdentityDeps = { oauth: OAuthRepository; log: Logger; now: () => Date; newId: (at: Date) => string }

/**
 * Connects the identity of a flow that waits to the account that has its verified address, whose member has given all factors. Returns the
 * account, whose address counts as verified from now on. @throws oauth_failed if the flow was used or has expired, provider_taken
 */
export async function connectPendingIdentity(
  { oauth, log, now, newId }: ConnectIdentityDeps,
  hashes: OAuthFlowHashes,
  account: Account,
  network: string,
): Promise<Account> {
  const time = now()
  const key = { ...hashes, step: 'pending', now: time } as const
  const flow = await oauth.findFlow(key)
  if (!flow?.identity) throw new DomainError('oauth_failed')
  const { provider, identity } = flow
  await oauth.link(key, { provider, identity, accountId: account._id, now: time }, () =>
    createEmailVerifiedEvent(account._id, { eventId: newId(time), time }),
  )
  logSecurityEvent(log, { event: 'auth.provider_connected', actor: account._id, network })
  return { ...account, emailVerified: true }
}
