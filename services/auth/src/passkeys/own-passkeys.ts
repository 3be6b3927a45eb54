import { DomainError, logSecurityEvent } from '@meadow/service'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { createNotice, type MailContext, type MailDelivery, type WaitingMail } from '../mail/mail.ts'
import { hasWayIn } from '../oauth/oauth-flow.ts'
import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import { beginRegistration, type ChallengeOwner, type RelyingParty, verifyRegistration } from './passkey-ceremony.ts'
import type { Passkey, PasskeyRepository } from './postgres-passkey-repository.ts'

/** An account has at most so many passkeys. */
const MAX_PASSKEYS = 20

export type PasskeyDeps = OwnProofDeps & {
  passkeys: PasskeyRepository
  providers: ReadonlyMap<string, unknown>
  mailDelivery: MailDelivery
  newId: (at: Date) => string
}
type OwnChange = OwnProof & { network: string }

const toAddOwner = ({ sub: accountId, sid: sessionId }: PasswordOwner): ChallengeOwner => ({
  purpose: 'add',
  accountId,
  sessionId,
})

/** Begins to add a passkey. @throws passkey_limit_reached, and the errors of `assertReauthenticated` */
export async function beginPasskey(
  deps: PasskeyDeps,
  member: PasswordOwner,
  { network, relyingParty, ...own }: OwnChange & { relyingParty: RelyingParty },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { account, passwordHash } = await findOwnAccount(deps, member)
  if ((await deps.passkeys.list(account._id)).length >= MAX_PASSKEYS) throw new DomainError('passkey_limit_reached')
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal: 'auth.passkey_change_refused' })
  return beginRegistration(deps, relyingParty, account, toAddOwner(member))
}

type NewPasskey = {
  response: RegistrationResponseJSON
  name: string
  network: string
  context: MailContext
  relyingParty: RelyingParty
}

/** Adds the passkey that the browser has made. @throws passkey_refused, passkey_limit_reached, token_invalid */
export async function addPasskey(
  deps: PasskeyDeps,
  member: PasswordOwner,
  { response, name, network, context, relyingParty }: NewPasskey,
): Promise<Passkey> {
  const { account } = await findOwnAccount(deps, member)
  const credential = await verifyRegistration(deps, relyingParty, toAddOwner(member), response)
  const createdAt = deps.now()
  const _id = deps.newId(createdAt)
  const passkey = { ...credential, _id, accountId: account._id, name, createdAt, lastUsedAt: undefined }
  const mail = createPasskeyNotice(deps, 'passkey_added', account, context)
  if (!(await deps.passkeys.add(passkey, MAX_PASSKEYS, mail))) throw new DomainError('passkey_limit_reached')
  logSecurityEvent(deps.log, { event: 'auth.passkey_added', actor: account._id, session: member.sid, network })
  return passkey
}

/** Removes a passkey. @throws passkey_not_found, last_way_in, and the errors of `assertReauthenticated` */
export async function removePasskey(
  deps: PasskeyDeps,
  member: PasswordOwner,
  { id, network, context, ...own }: OwnChange & { id: string; context: MailContext },
): Promise<void> {
  const { account, passwordHash } = await findOwnAccount(deps, member)
  await assertReauthenticated(deps, member, { ...own, passwordHash, network, refusal: 'auth.passkey_change_refused' })
  const mail = createPasskeyNotice(deps, 'passkey_removed', account, context)
  const offered = [...deps.providers.keys()]
  await deps.passkeys.remove({ accountId: account._id, id, mail }, (others) => hasWayIn({ ...others, offered }))
  logSecurityEvent(deps.log, { event: 'auth.passkey_removed', actor: account._id, session: member.sid, network })
}

function createPasskeyNotice(
  { mailDelivery, newId, now }: PasskeyDeps,
  kind: 'passkey_added' | 'passkey_removed',
  { _id: accountId, email: recipient }: { _id: string; email: string },
  context: MailContext,
): WaitingMail | undefined {
  const requestedAt = now()
  const notice = { accountId, recipient, eventId: newId(requestedAt), requestedAt }
  return mailDelivery === 'off' ? undefined : createNotice(kind, notice, context)
}
