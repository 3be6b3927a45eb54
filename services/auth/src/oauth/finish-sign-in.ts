import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import { type RegisterDeps, registerMember } from '../accounts/register-member.ts'
import { type DeviceNotice, recognizeDevice } from '../devices/known-device.ts'
import { admitRegistration } from '../invites/admit-registration.ts'
import { assertEmailAllowed } from '../refusals/routes.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { countSignIn, openSession, type SignInDeps, verifyCredentials } from '../sign-in/sign-in.ts'
import { connectPendingIdentity } from './connect-pending-identity.ts'
import { continueOAuthFlow, decideOAuthFlow, hashOAuthSecret, type OAuthFlow } from './oauth-flow.ts'
import type { OAuthProviderId, ProviderIdentity } from './oauth-provider.ts'
import type { OAuthFlowKey, OAuthRepository } from './oauth-repository.ts'
import { listUsernameProposals } from './propose-username.ts'

export type FinishSignInDeps = SignInDeps & RegisterDeps & { oauth: OAuthRepository; log: Logger }

/** The data that the browser which finishes a sign-in sends. `deviceCookie` recognizes it. */
export type FinishContext = DeviceNotice & {
  code: string
  browserSecret: string
  deviceCookie: string | undefined
  network: string
  /** The token of an invite, for a new member. */
  invite?: string | undefined
}

export type OAuthOutcome =
  | { signedIn: SignInResult }
  | { connected: OAuthProviderId }
  | { registration: { provider: OAuthProviderId; username: string; fullName: string; email: string | null } }
  | { link: { provider: OAuthProviderId; email: string; hasPassword: boolean } }

type IdentifiedFlow = OAuthFlow & { identity: ProviderIdentity }

/**
 * Uses a one-time code: signs in to the account of the identity, or connects the identity to the account of `caller`, who has asked for
 * it. Otherwise the flow waits under the same code, until the member registers (`registerWithOAuth`) or types the password of the account
 * with the same e-mail address (`linkOAuth`).
 * A new member who may not register is refused now, before a form asks for a name.
 * @throws oauth_failed, provider_taken, registration_closed, invite_required, invite_invalid, email_refused, too_many_requests, unavailable
 */
export async function exchangeOAuthCode(
  deps: FinishSignInDeps,
  context: FinishContext,
  caller: string | undefined,
): Promise<OAuthOutcome> {
  const { oauth, now } = deps
  const flow = await oauth.takeFlow(toFlowKey(deps, context, 'identified'))
  if (!flow?.identity) throw logRefusal(deps, 'code', context)
  const { identity, provider } = flow
  const owners = await oauth.findOwners(provider, identity, flow.accountId)
  const decision = decideOAuthFlow(flow, caller, owners)
  switch (decision.kind) {
    case 'refuse_code':
      throw logRefusal(deps, 'code', context)
    case 'refuse_taken':
      logRefusal(deps, 'taken', context)
      throw new DomainError(flow.accountId === null ? 'oauth_failed' : 'provider_taken')
    case 'sign_in':
      return { signedIn: await signInByAccountId(deps, decision.accountId, { ...context, remember: flow.remember }) }
    case 'already_connected':
      return { connected: provider }
    case 'connect': {
      const accountId = flow.accountId ?? ''
      await oauth.connect({ provider, identity, accountId, now: now() })
      logSecurityEvent(deps.log, { event: 'auth.provider_connected', actor: accountId, network: context.network })
      return { connected: provider }
    }
    case 'link': {
      const account = await deps.accounts.find(decision.accountId)
      if (!account) throw logRefusal(deps, 'code', context)
      await oauth.addFlow(continueOAuthFlow(flow, { step: 'pending', code: context.code, now: now() }))
      return { link: { provider, email: identity.email ?? '', hasPassword: account.hasPassword } }
    }
    case 'register': {
      const verifiedEmail = (identity.isEmailVerified && identity.email) || ''
      await admitRegistration(deps, { email: verifiedEmail, invite: context.invite })
      await assertEmailAllowed(deps, verifiedEmail)
      await oauth.addFlow(continueOAuthFlow(flow, { step: 'pending', code: context.code, now: now() }))
      const username = await proposeUsername(deps, identity)
      return { registration: { provider, username, fullName: identity.fullName, email: verifiedEmail || null } }
    }
  }
}

type OAuthRegistration = { username: string; fullName: string; email?: string | undefined }

/**
 * Creates an account without a password for the identity of a pending flow, and signs in. Its e-mail address is the one that the provider
 * has verified, or else the one that the member has typed, which is verified by the link of a mail.
 * @throws oauth_failed, provider_taken, and the errors of `checkRegistration`
 */
export async function registerWithOAuth(
  deps: FinishSignInDeps,
  { username, fullName, email: typedEmail }: OAuthRegistration,
  context: FinishContext,
): Promise<SignInResult> {
  const { provider, identity, remember } = await readPendingFlow(deps, context)
  const isEmailVerified = identity.isEmailVerified && identity.email !== null
  const email = isEmailVerified ? identity.email : typedEmail
  if (!email)
    throw new DomainError('invalid_request', {
      fields: { email: 'Email is required' },
      fieldCodes: { email: 'required' },
    })
  const registration = { username, fullName, email, isEmailVerified, invite: context.invite }
  return registerMember(deps, registration, { ...context, remember }, (addition) => {
    const connection = { provider, identity, accountId: addition.account._id, now: deps.now() }
    return deps.oauth.register({ flow: toFlowKey(deps, context, 'pending'), connection, ...addition })
  })
}

/**
 * Signs in with the password of the account that has the verified address of a pending flow, and connects the identity to it, after the
 * second factor of an account that has one. A wrong password counts as a failed sign-in, and leaves the flow for another attempt.
 * @throws oauth_failed, wrong_credentials, provider_taken, too_many_requests, unavailable, and the errors of `openSession`
 */
export async function linkOAuth(
  deps: FinishSignInDeps,
  password: string,
  context: FinishContext,
): Promise<SignInResult> {
  deps.passwords.assertNotBusy()
  const { identity, remember } = await readPendingFlow(deps, context)
  if (!identity.isEmailVerified || !identity.email) throw logRefusal(deps, 'code', context)
  const { deviceCookie, network } = context
  const verified = await verifyCredentials(deps, { emailOrUsername: identity.email, password, deviceCookie, network })
  const flow = toFlowKey(deps, context, 'pending')
  const connect = () => connectPendingIdentity(deps, flow, verified.account, network)
  const reason = verified.isKnownDevice ? 'known_device' : 'new_device'
  return openSession(deps, verified, { ...context, remember, reason, link: { flow, connect } })
}

/** Reads the flow of a code that was exchanged. @throws oauth_failed */
async function readPendingFlow(deps: FinishSignInDeps, context: FinishContext): Promise<IdentifiedFlow> {
  const flow = await deps.oauth.findFlow(toFlowKey(deps, context, 'pending'))
  if (!flow?.identity) throw logRefusal(deps, 'code', context)
  return { ...flow, identity: flow.identity }
}

async function signInByAccountId(
  deps: FinishSignInDeps,
  accountId: string,
  context: FinishContext & { remember: boolean },
): Promise<SignInResult> {
  const { deviceCookie, network } = context
  const account = await deps.accounts.find(accountId)
  const found = account && (await deps.accounts.findForSignIn(account.username))
  if (found?.account._id !== accountId) throw logRefusal(deps, 'code', context)
  const browser = await recognizeDevice(deps, deviceCookie)
  await countSignIn(deps, { accountId, browser, network })
  return openSession(deps, { ...found, browser }, { ...context, reason: 'provider' })
}

/** Returns a username that is free at the moment; '' if all proposals are taken. */
async function proposeUsername(
  deps: FinishSignInDeps,
  { username, fullName, email }: ProviderIdentity,
): Promise<string> {
  const suffix = deps.newId(deps.now()).replaceAll(/\D/g, '').slice(-6).padStart(6, '0')
  const proposals = listUsernameProposals([username, fullName, email], suffix)
  for (const proposal of proposals) {
    const taken = await deps.accounts.findTaken({ username: proposal, email: '' })
    if (!taken.includes('username')) return proposal
  }
  return ''
}

const toFlowKey = (
  { now }: FinishSignInDeps,
  { code, browserSecret }: FinishContext,
  step: OAuthFlowKey['step'],
): OAuthFlowKey => ({
  tokenHash: hashOAuthSecret(code),
  browserHash: hashOAuthSecret(browserSecret),
  step,
  now: now(),
})

/** Logs a refusal. Returns the error to throw. */
function logRefusal({ log }: { log: Logger }, reason: 'code' | 'taken', { network }: { network: string }): DomainError {
  logSecurityEvent(log, { event: 'auth.oauth_refused', reason, network })
  return new DomainError('oauth_failed')
}
