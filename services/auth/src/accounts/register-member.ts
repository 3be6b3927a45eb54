import { DomainError, type Throttle } from '@meadow/service'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { findPasswordWeakness } from '../passwords/password-rules.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { AUTH_THROTTLE_LIMITS } from '../sign-in/throttle-limits.ts'
import { createAccount } from './account.ts'
import type { AccountRepository, UniqueAccountField } from './account-repository.ts'
import { isReservedUsername } from './reserved-usernames.ts'

type RegisterDeps = {
  accounts: AccountRepository
  passwords: PasswordHasher
  throttle: Throttle
  plan: string
  now: () => Date
  newId: (at: Date) => string
}

type Registration = { username: string; email: string; fullName: string; password: string }
type RegistrationContext = { remember: boolean; device: string; network: string }

const TAKEN_MESSAGES: Record<UniqueAccountField, string> = {
  username: 'This username is taken',
  email: 'This email is taken',
}

/** Validates a registration without storing it. @throws invalid_request, already_taken, too_many_requests, unavailable */
export async function checkRegistration(
  deps: RegisterDeps,
  registration: Registration,
  network: string,
): Promise<void> {
  assertAcceptable(registration)
  await deps.throttle.consume(AUTH_THROTTLE_LIMITS.registrationAttempt, network)
  assertNotTaken(await deps.accounts.findTaken(registration))
}

/**
 * Creates an account with its first session. Of two concurrent registrations of one username, one succeeds.
 * @throws the same errors as `checkRegistration`
 */
export async function registerMember(
  deps: RegisterDeps,
  registration: Registration,
  { remember, device, network }: RegistrationContext,
): Promise<SignInResult> {
  await checkRegistration(deps, registration, network)
  const attempt = await deps.throttle.consume(AUTH_THROTTLE_LIMITS.registration, network)
  try {
    const passwordHash = await deps.passwords.hash(registration.password)
    const time = deps.now()
    const creation = { id: deps.newId(time), eventId: deps.newId(time), time, plan: deps.plan }
    const { account, event } = createAccount(registration, creation)
    const opened = createSessionWithToken({ id: deps.newId(time), accountId: account._id, remember, device, time })
    assertNotTaken(await deps.accounts.add(account, passwordHash, opened.session, event))
    return { account, ...opened }
  } catch (error) {
    await attempt.refund()
    throw error
  }
}

function assertAcceptable(registration: Registration): void {
  const weakness = findPasswordWeakness(registration.password, registration)
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

function assertNotTaken(taken: UniqueAccountField[]): void {
  if (taken.length === 0) return
  throw new DomainError('already_taken', {
    fields: Object.fromEntries(taken.map((field) => [field, TAKEN_MESSAGES[field]])),
    fieldCodes: Object.fromEntries(taken.map((field) => [field, 'taken'])),
  })
}
