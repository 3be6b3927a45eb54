import type { AssertWordsAllowed } from '@meadow/members'
import { DomainError, type Logger, logSecurityEvent, type Throttle } from '@meadow/service'
import { recognizeDevice, rememberDevice } from '../devices/known-device.ts'
import type { KnownDeviceRepository } from '../devices/known-device-repository.ts'
import { type AdmissionDeps, admitRegistration } from '../invites/admit-registration.ts'
import { createVerificationMail, type MailContext, type MailDelivery } from '../mail/mail.ts'
import { createUnusablePasswordHash, type PasswordHasher } from '../passwords/password-hasher.ts'
import { findPasswordWeakness } from '../passwords/password-rules.ts'
import type { RefusalRepository } from '../refusals/postgres-refusal-repository.ts'
import { assertEmailAllowed } from '../refusals/routes.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { consumeAttempt } from '../sign-in/login-throttle.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import { createAccount } from './account.ts'
import type { AccountRepository, UniqueAccountField } from './account-repository.ts'
import { isReservedUsername } from './reserved-usernames.ts'

export type RegisterDeps = AdmissionDeps & {
  accounts: AccountRepository
  refusals: RefusalRepository
  assertWordsAllowed: AssertWordsAllowed
  devices: KnownDeviceRepository
  mailDelivery: MailDelivery
  passwords: PasswordHasher
  throttle: Throttle
  limits: AuthThrottleLimits
  maxSessionAgeMs: number
  plan: string
  log: Logger
  newId: (at: Date) => string
}

/** `password` is undefined for an account that is created through a provider, `invite` is the token of an invite. */
type Registration = {
  username: string
  email: string
  fullName: string
  password?: string
  invite?: string | undefined
}
type RegistrationContext = {
  remember: boolean
  device: string
  deviceCookie: string | undefined
  network: string
  mailContext: MailContext
}

const TAKEN_MESSAGES: Record<UniqueAccountField, string> = {
  username: 'This username is taken',
  email: 'This email is taken',
}

/**
 * Validates a registration with or without a password, and stores nothing. Returns the hash of the invite whose use the registration
 * counts; undefined for none. A person who may not register does not learn which names are taken.
 * @throws registration_closed, invite_required, invite_invalid, invalid_request, words_refused, email_refused, already_taken, too_many_requests, unavailable
 */
export async function checkRegistration(
  deps: RegisterDeps,
  registration: Registration,
  network: string,
): Promise<Buffer | undefined> {
  const inviteHash = await admitRegistration(deps, registration)
  assertAcceptable(registration)
  const { username, fullName, email } = registration
  await deps.assertWordsAllowed({ username, fullName })
  await assertEmailAllowed(deps, email)
  await consumeRegistration(deps, 'attempts', network)
  assertNotTaken(await deps.accounts.findTaken(registration))
  return inviteHash
}

/**
 * Creates an account with its first session, and the mail with the link that proves its address, unless a provider has verified it. Of
 * two concurrent registrations of one username, one succeeds. `add` stores them, with more in the same transaction for a registration
 * through a provider.
 * @throws the same errors as `checkRegistration`
 */
export async function registerMember(
  deps: RegisterDeps,
  { isEmailVerified = false, ...registration }: Registration & { isEmailVerified?: boolean },
  { remember, device, deviceCookie, network, mailContext }: RegistrationContext,
  add: AccountRepository['add'] = deps.accounts.add,
): Promise<SignInResult> {
  const inviteHash = await checkRegistration(deps, registration, network)
  const attempt = await consumeRegistration(deps, 'registrations', network)
  try {
    const { password } = registration
    const passwordHash = password === undefined ? createUnusablePasswordHash() : await deps.passwords.hash(password)
    const time = deps.now()
    const { account, event } = createAccount(registration, {
      id: deps.newId(time),
      eventId: deps.newId(time),
      time,
      plan: deps.plan,
      emailVerified: isEmailVerified,
      hasPassword: password !== undefined,
    })
    const { maxSessionAgeMs } = deps
    const id = deps.newId(time)
    const opened = createSessionWithToken({ id, accountId: account._id, remember, device, time, maxSessionAgeMs })
    const isMailed = deps.mailDelivery !== 'off' && !isEmailVerified
    const mail = isMailed ? createVerificationMail(account, mailContext, time) : undefined
    assertNotTaken(await add({ account, passwordHash, session: opened.session, event, mail, inviteHash }))
    const browser = await recognizeDevice(deps, deviceCookie)
    await rememberDevice(deps, account._id, browser)
    const signedIn = { event: 'auth.signed_in', reason: 'registration', actor: account._id, session: id } as const
    logSecurityEvent(deps.log, { ...signedIn, network })
    return { account, ...opened, deviceId: browser.id }
  } catch (error) {
    await attempt.refund()
    throw error
  }
}

function consumeRegistration(deps: RegisterDeps, reason: 'registrations' | 'attempts', network: string) {
  const { registration, registrationAttempt } = deps.limits
  const limit = reason === 'attempts' ? registrationAttempt : registration
  return consumeAttempt(deps.throttle, { reason, limit, subject: [network] }, () =>
    logSecurityEvent(deps.log, { event: 'auth.registration_throttled', reason, network }),
  )
}

function assertAcceptable(registration: Registration): void {
  const { password } = registration
  const weakness = password === undefined ? undefined : findPasswordWeakness(password, registration)
  const isReserved = isReservedUsername(registration.username)
  if (!weakness && !isReserved) return
  throw new DomainError('invalid_request', {
    fields: {
      ...(isReserved && { username: 'This username is reserved' }),
      ...(weakness && { password: weakness.message }),
    },
    fieldCodes: { ...(isReserved && { username: 'reserved' }), ...(weakness && { password: weakness.code }) },
  })
}

/** @throws invalid_request if the product needs the username */
export function assertNotReserved(username: string): void {
  if (!isReservedUsername(username)) return
  const fields = { username: 'This username is reserved' }
  throw new DomainError('invalid_request', { fields, fieldCodes: { username: 'reserved' } })
}

/** @throws already_taken */
export function assertNotTaken(taken: UniqueAccountField[]): void {
  if (taken.length === 0) return
  throw new DomainError('already_taken', {
    fields: Object.fromEntries(taken.map((field) => [field, TAKEN_MESSAGES[field]])),
    fieldCodes: Object.fromEntries(taken.map((field) => [field, 'taken'])),
  })
}
