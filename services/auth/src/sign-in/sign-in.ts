import { DomainError, type Throttle } from '@meadow/service'
import { emailKey } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { newSession } from '../sessions/new-session.ts'
import type { SessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { LIMITS } from './limits.ts'

type Parts = {
  accounts: AccountRepository
  sessions: SessionRepository
  passwords: Passwords
  throttle: Throttle
  now: () => Date
  newId: (at: Date) => string
}

type Credentials = { emailOrUsername: string; password: string; remember: boolean; network: string }

/**
 * Signs in. Attempts are counted by what was typed, before anything is looked up or hashed; those that did not fail are
 * given back. An unknown member costs the same time and gets the same answer as a wrong password.
 * @throws wrong_credentials, too_many_requests
 */
export async function signIn(parts: Parts, credentials: Credentials): Promise<SignedIn> {
  const { emailOrUsername, password, remember, network } = credentials
  const name = emailKey(emailOrUsername)
  const counted = [
    await parts.throttle.take(LIMITS.signInFromAddress, name, network),
    await parts.throttle.take(LIMITS.signIn, name),
  ]
  let isGuess = false
  try {
    const found = await parts.accounts.findForSignIn(name)
    const isRight = await parts.passwords.matches(found?.passwordHash, password)
    isGuess = !isRight
    if (!found || !isRight) throw new DomainError('wrong_credentials')
    const time = parts.now()
    const opened = newSession({ id: parts.newId(time), accountId: found.account._id, remember, time })
    await parts.sessions.add(opened.session)
    return { account: found.account, ...opened }
  } finally {
    if (!isGuess) await Promise.all(counted.map((one) => one.giveBack()))
  }
}
