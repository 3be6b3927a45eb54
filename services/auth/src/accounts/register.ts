import { DomainError, type Throttle } from '@meadow/service'
import { weaknessOf } from '../passwords/password-rules.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { newSession } from '../sessions/new-session.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { LIMITS } from '../sign-in/limits.ts'
import { newAccount } from './account.ts'
import type { AccountRepository, Unique } from './account-repository.ts'
import { isReserved } from './username.ts'

type Parts = {
  accounts: AccountRepository
  passwords: Passwords
  throttle: Throttle
  plan: string
  now: () => Date
  newId: (at: Date) => string
  wake: () => void
}

type Wish = { username: string; email: string; fullName: string; password: string }
type From = { remember: boolean; device: string; network: string }

const TAKEN: Record<Unique, string> = { username: 'This username is taken', email: 'This email is taken' }

/** Checks everything that can be checked without storing. @throws invalid_request, already_taken, too_many_requests, unavailable */
export async function checkRegistration(parts: Parts, wish: Wish, network: string): Promise<void> {
  refuseUnfit(wish)
  await parts.throttle.take(LIMITS.registrationTry, network)
  refuseTaken(await parts.accounts.taken(wish))
}

/** Creates an account with its first session. Of two who want one name at once, one gets it. @throws as the check */
export async function register(parts: Parts, wish: Wish, { remember, device, network }: From): Promise<SignedIn> {
  await checkRegistration(parts, wish, network)
  const counted = await parts.throttle.take(LIMITS.registration, network)
  try {
    const passwordHash = await parts.passwords.hash(wish.password)
    const time = parts.now()
    const moment = { id: parts.newId(time), eventId: parts.newId(time), time, plan: parts.plan }
    const { account, event } = newAccount(wish, moment)
    const opened = newSession({ id: parts.newId(time), accountId: account._id, remember, device, time })
    refuseTaken(await parts.accounts.add(account, passwordHash, opened.session, event))
    parts.wake()
    return { account, ...opened }
  } catch (error) {
    await counted.giveBack()
    throw error
  }
}

function refuseUnfit(wish: Wish): void {
  const weakness = weaknessOf(wish.password, wish)
  const reserved = isReserved(wish.username)
  if (!weakness && !reserved) return
  throw new DomainError('invalid_request', {
    fields: {
      ...(reserved && { username: 'This username is reserved' }),
      ...(weakness && { password: weakness.message }),
    },
    fieldCodes: { ...(reserved && { username: 'reserved' }), ...(weakness && { password: weakness.code }) },
  })
}

function refuseTaken(taken: Unique[]): void {
  if (taken.length === 0) return
  throw new DomainError('already_taken', {
    fields: Object.fromEntries(taken.map((field) => [field, TAKEN[field]])),
    fieldCodes: Object.fromEntries(taken.map((field) => [field, 'taken'])),
  })
}
