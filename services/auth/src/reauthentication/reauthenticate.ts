import { createHash, randomBytes } from 'node:crypto'
import { DomainError, logSecurityEvent } from '@meadow/service'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Account, isSameEmail } from '../accounts/account.ts'
import { createNotice, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { hashMailCode } from '../mail/mail-link.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { assertMailIsOn, consumeMailRequest } from '../mail/mail-throttle.ts'
import type { MailLinkRepository } from '../mail/postgres-mail-link-repository.ts'
import {
  beginAuthentication,
  type ChallengeOwner,
  isPasskeyRefusal,
  type RelyingParty,
  verifyAuthentication,
} from '../passkeys/passkey-ceremony.ts'
import type { PasskeyRepository } from '../passkeys/postgres-passkey-repository.ts'
import {
  assertOwnPassword,
  findOwnAccount,
  type OwnPasswordAttempt,
  type OwnPasswordDeps,
  type PasswordOwner,
} from '../passwords/assert-own-password.ts'
import type { CurrentSession } from '../sessions/end-sessions.ts'
import { throttleAttempt } from '../sign-in/login-throttle.ts'
import type { ProofRepository } from './postgres-proof-repository.ts'

/** The time for which a proof can be used. */
const PROOF_LIFETIME_MS = 5 * 60_000

/** The evidence that a member gives before something that cannot be undone: the password, or a proof in its place. */
export type OwnProof = { password?: string | undefined; proof?: string | undefined }
export type OwnProofDeps = OwnPasswordDeps & { proofs: ProofRepository; now: () => Date }

type ReauthenticationDeps = OwnProofDeps & {
  passkeys: PasskeyRepository
  mails: MailQueue
  mailLinks: MailLinkRepository
  mailDelivery: MailDelivery
  newId: (at: Date) => string
}

const hashProof = (proof: string): Buffer => createHash('sha256').update(proof).digest()

type ProtectedAction = OwnProof & Omit<OwnPasswordAttempt, 'password' | 'refusal'> & { refusal: ProtectedRefusal }
type ProtectedRefusal = Exclude<
  OwnPasswordAttempt['refusal'],
  'auth.password_change_refused' | 'auth.reauthentication_refused'
>

/**
 * Verifies that it is the member who asks: by the password, or by a proof of this session, which is used by that.
 * @throws proof_required if there is neither, proof_invalid, wrong_password, too_many_requests, unavailable
 */
export async function assertReauthenticated(
  deps: OwnProofDeps,
  member: CurrentSession,
  { proof, password, ...action }: ProtectedAction,
): Promise<void> {
  if (proof === undefined) {
    if (password === undefined) throw new DomainError('proof_required')
    return assertOwnPassword(deps, member, { ...action, password })
  }
  const { sub: accountId, sid: sessionId } = member
  if (await deps.proofs.take({ proofHash: hashProof(proof), accountId, sessionId, now: deps.now() })) return
  const { refusal: event, network } = action
  logSecurityEvent(deps.log, { event, reason: 'wrong_proof', actor: accountId, session: sessionId, network })
  throw new DomainError('proof_invalid')
}

/**
 * Stores the mail with the code by which a member without a password confirms who it is. An account with a password needs it: whoever
 * reads the mail must not do without. @throws forbidden for an account with a password, mail_off, too_many_requests, unavailable, token_invalid
 */
export async function sendReauthenticationCode(
  deps: ReauthenticationDeps,
  member: PasswordOwner,
  { network, context }: { network: string; context: MailContext },
): Promise<void> {
  assertMailIsOn(deps)
  const { account } = await findOwnAccount(deps, member)
  if (account.hasPassword) throw new DomainError('forbidden')
  const { _id: accountId, email: recipient } = account
  await consumeMailRequest(deps, { email: recipient, network })
  const requestedAt = deps.now()
  const notice = { accountId, recipient, eventId: deps.newId(requestedAt), requestedAt }
  await deps.mails.add(createNotice('reauthentication_code', notice, context))
  logSecurityEvent(deps.log, { event: 'auth.mail_requested', reason: 'reauthenticate', actor: accountId, network })
}

const toPasskeyOwner = ({ sub: accountId, sid: sessionId }: CurrentSession): ChallengeOwner => ({
  purpose: 'reauthenticate',
  accountId,
  sessionId,
})

/** Begins a confirmation by a passkey. @throws passkey_not_found if the member has none */
export async function beginPasskeyReauthentication(
  deps: ReauthenticationDeps,
  member: CurrentSession,
  relyingParty: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = await deps.passkeys.list(member.sub)
  if (known.length === 0) throw new DomainError('passkey_not_found')
  return beginAuthentication(deps, relyingParty, toPasskeyOwner(member), known)
}

type Confirmation = {
  password?: string | undefined
  code?: string | undefined
  passkey?: AuthenticationResponseJSON | undefined
  network: string
  relyingParty: RelyingParty
}

/**
 * Creates a proof for a member who gives the password, the mailed code of an account without one, or the signature of a passkey. Wrong
 * passwords and codes are counted together for the session.
 * @throws proof_required if there is none of them, wrong_password, wrong_code, passkey_refused, too_many_requests, unavailable, token_invalid
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  member: PasswordOwner,
  { password, code, passkey, network, relyingParty }: Confirmation,
): Promise<{ proof: string; expiresAt: Date }> {
  const { account, passwordHash } = await findOwnAccount(deps, member)
  const refusal = 'auth.reauthentication_refused'
  if (password !== undefined) await assertOwnPassword(deps, member, { passwordHash, password, network, refusal })
  else if (code !== undefined) await assertOwnCode(deps, member, account, { code, network })
  else if (passkey) await assertOwnPasskey(deps, member, { passkey, relyingParty, network })
  else throw new DomainError('proof_required')
  const { sub: accountId, sid: sessionId } = member
  const proof = randomBytes(32).toString('base64url')
  const expiresAt = new Date(deps.now().getTime() + PROOF_LIFETIME_MS)
  await deps.proofs.add({ proofHash: hashProof(proof), accountId, sessionId, expiresAt })
  const reason = password !== undefined ? 'password' : code !== undefined ? 'code' : 'passkey'
  logSecurityEvent(deps.log, { event: 'auth.reauthenticated', reason, actor: accountId, session: sessionId, network })
  return { proof, expiresAt }
}

async function assertOwnPasskey(
  deps: ReauthenticationDeps,
  member: CurrentSession,
  {
    passkey,
    relyingParty,
    network,
  }: { passkey: AuthenticationResponseJSON } & Pick<Confirmation, 'relyingParty' | 'network'>,
): Promise<void> {
  await verifyAuthentication(deps, relyingParty, toPasskeyOwner(member), passkey).catch((error) => {
    const refused = { event: 'auth.reauthentication_refused', reason: 'passkey', actor: member.sub } as const
    if (isPasskeyRefusal(error)) logSecurityEvent(deps.log, { ...refused, session: member.sid, network })
    throw error
  })
}

async function assertOwnCode(
  deps: ReauthenticationDeps,
  member: CurrentSession,
  { _id, email, hasPassword }: Account,
  { code, network }: { code: string; network: string },
): Promise<void> {
  const refused = { event: 'auth.reauthentication_refused', actor: _id, session: member.sid, network } as const
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: [{ reason: 'throttled', limit: deps.limits.passwordPerSession, subject: [member.sid] }],
    async verify() {
      if (hasPassword) return false // it was set after the mail
      const use = { tokenHash: hashMailCode(_id, code), purpose: 'reauthenticate', now: deps.now() } as const
      const target = await deps.mailLinks.take(use)
      return target !== undefined && isSameEmail(target.email, email)
    },
    onThrottled: () => logSecurityEvent(deps.log, { ...refused, reason: 'throttled' }),
  })
  if (isCorrect) return
  logSecurityEvent(deps.log, { ...refused, reason: 'wrong_code' })
  throw new DomainError('wrong_code')
}
