import { DomainError, logSecurityEvent, type SecretEncryption } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import { createNotice, type MailContext, type MailDelivery, type WaitingMail } from '../mail/mail.ts'
import { findOwnAccount, type PasswordOwner } from '../passwords/assert-own-password.ts'
import { assertReauthenticated, type OwnProof, type OwnProofDeps } from '../reauthentication/reauthenticate.ts'
import { throttleAttempt } from '../sign-in/login-throttle.ts'
import type { SecondFactorRepository } from './postgres-second-factor-repository.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { createTotpSecret, findTotpStep, toTotpUri } from './totp.ts'

/** The time in which a new secret can be confirmed by its first code. */
export const PROPOSAL_LIFETIME_MS = 15 * 60_000

export type SecondFactorDeps = OwnProofDeps & {
  secondFactors: SecondFactorRepository
  /** Encrypts the secrets of authenticator apps in the store, by the id of their account. */
  totpEncryption: SecretEncryption
  mailDelivery: MailDelivery
  newId: (at: Date) => string
}
type ReauthenticatedChange = OwnProof & { network: string; context: MailContext }

type ChangeNotice = 'totp_on' | 'totp_off' | 'totp_removed' | 'recovery_codes' | 'recovery_code_used'

/** Creates the mail about a change of the second factor; undefined if no mail is sent. */
export function createSecondFactorNotice(
  { mailDelivery, newId, now }: Pick<SecondFactorDeps, 'mailDelivery' | 'newId' | 'now'>,
  kind: ChangeNotice,
  { _id: accountId, email: recipient }: Account,
  context: MailContext,
): WaitingMail | undefined {
  const requestedAt = now()
  const notice = { accountId, recipient, eventId: newId(requestedAt), requestedAt }
  return mailDelivery === 'off' ? undefined : createNotice(kind, notice, context)
}

/**
 * Creates the secret of an authenticator app, which has no effect before its first code. Replaces a secret that is not confirmed yet.
 * @throws second_factor_on, and the errors of `assertReauthenticated`
 */
export async function proposeTotp(
  deps: SecondFactorDeps,
  member: PasswordOwner,
  change: ReauthenticatedChange,
): Promise<{ secret: string; uri: string }> {
  const known = await deps.secondFactors.find(member.sub)
  if (known?.isOn) throw new DomainError('second_factor_on')
  const account = await reauthenticateOwner(deps, member, change)
  const secret = createTotpSecret()
  const stored = { accountId: account._id, secret: deps.totpEncryption.encrypt(account._id, secret), time: deps.now() }
  if (!(await deps.secondFactors.propose(stored))) throw new DomainError('second_factor_on')
  return { secret, uri: toTotpUri(secret, account.username) }
}

/**
 * Turns the authenticator app on by its first code. Returns the recovery codes, of which the store has only hashes. Wrong codes are
 * counted for the session. @throws setup_expired, wrong_code, too_many_requests, unavailable, token_invalid
 */
export async function confirmTotp(
  deps: SecondFactorDeps,
  member: PasswordOwner,
  { code, network, context }: { code: string; network: string; context: MailContext },
): Promise<string[]> {
  const { secondFactors, totpEncryption, now } = deps
  const { account } = await findOwnAccount(deps, member)
  const [accountId, time] = [account._id, now()]
  const known = await secondFactors.find(accountId)
  const isWaiting = known && !known.isOn && known.createdAt.getTime() + PROPOSAL_LIFETIME_MS > time.getTime()
  if (!isWaiting) throw new DomainError('setup_expired')
  const refused = {
    event: 'auth.second_factor_change_refused',
    actor: accountId,
    session: member.sid,
    network,
  } as const
  let step: number | undefined
  const isCorrect = await throttleAttempt(deps.throttle, {
    counters: [{ reason: 'throttled', limit: deps.limits.passwordPerSession, subject: [member.sid] }],
    async verify() {
      step = findTotpStep(totpEncryption.decrypt(accountId, known.secret), code, time)
      return step !== undefined
    },
    onThrottled: () => logSecurityEvent(deps.log, { ...refused, reason: 'throttled' }),
  })
  if (!isCorrect || step === undefined) {
    logSecurityEvent(deps.log, { ...refused, reason: 'wrong_code' })
    throw new DomainError('wrong_code')
  }
  const recoveryCodes = createRecoveryCodes()
  const isOn = await secondFactors.confirm({
    accountId,
    secret: known.secret,
    step,
    codeHashes: recoveryCodes.map((one) => hashRecoveryCode(accountId, one)),
    time,
    mail: createSecondFactorNotice(deps, 'totp_on', account, context),
  })
  if (!isOn) throw new DomainError('setup_expired') // a concurrent request confirmed or replaced it
  logChange(deps, 'totp_on', member, network)
  return recoveryCodes
}

/** Turns the authenticator app off and deletes its recovery codes. @throws second_factor_off, and the errors of `assertReauthenticated` */
export async function turnTotpOff(
  deps: SecondFactorDeps,
  member: PasswordOwner,
  change: ReauthenticatedChange,
): Promise<void> {
  await assertIsOn(deps, member)
  const account = await reauthenticateOwner(deps, member, change)
  const mail = createSecondFactorNotice(deps, 'totp_off', account, change.context)
  if (!(await deps.secondFactors.turnOff({ accountId: account._id, mail }))) throw new DomainError('second_factor_off')
  logChange(deps, 'totp_off', member, change.network)
}

/** Replaces the recovery codes, and returns the new ones. @throws second_factor_off, and the errors of `assertReauthenticated` */
export async function renewRecoveryCodes(
  deps: SecondFactorDeps,
  member: PasswordOwner,
  change: ReauthenticatedChange,
): Promise<string[]> {
  await assertIsOn(deps, member)
  const account = await reauthenticateOwner(deps, member, change)
  const recoveryCodes = createRecoveryCodes()
  const isReplaced = await deps.secondFactors.replaceRecoveryCodes({
    accountId: account._id,
    codeHashes: recoveryCodes.map((one) => hashRecoveryCode(account._id, one)),
    mail: createSecondFactorNotice(deps, 'recovery_codes', account, change.context),
  })
  if (!isReplaced) throw new DomainError('second_factor_off')
  logChange(deps, 'recovery_codes', member, change.network)
  return recoveryCodes
}

/**
 * Encrypts the secrets that are stored in clear, or with an earlier encryption key. Does nothing without an encryption key.
 * @throws Error if one cannot be decrypted
 */
export async function encryptTotpSecrets({
  secondFactors,
  totpEncryption: { prefix, encrypt, decrypt },
}: Pick<SecondFactorDeps, 'secondFactors' | 'totpEncryption'>): Promise<void> {
  if (prefix === undefined) return
  while (await secondFactors.encryptAgain(prefix, (id, stored) => encrypt(id, decrypt(id, stored))));
}

async function assertIsOn({ secondFactors }: SecondFactorDeps, { sub }: PasswordOwner): Promise<void> {
  if (!(await secondFactors.find(sub))?.isOn) throw new DomainError('second_factor_off')
}

/** Verifies that it is the member who asks. Returns their account. @throws the errors of `assertReauthenticated`, token_invalid */
async function reauthenticateOwner(
  deps: SecondFactorDeps,
  member: PasswordOwner,
  { password, proof, network }: ReauthenticatedChange,
): Promise<Account> {
  const { account, passwordHash } = await findOwnAccount(deps, member)
  const refusal = 'auth.second_factor_change_refused'
  await assertReauthenticated(deps, member, { password, proof, passwordHash, network, refusal })
  return account
}

const logChange = (
  { log }: SecondFactorDeps,
  reason: 'totp_on' | 'totp_off' | 'recovery_codes',
  { sub: actor, sid: session }: PasswordOwner,
  network: string,
) => logSecurityEvent(log, { event: 'auth.second_factor_changed', reason, actor, session, network })
