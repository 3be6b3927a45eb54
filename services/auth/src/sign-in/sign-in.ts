import { DomainError, type Throttle } from '@meadow/service'
import { emailKey } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { newSession } from '../sessions/new-session.ts'
import type { SessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { guess } from './guess.ts'

type Parts = {
  accounts: AccountRepository
  sessions: SessionRepository
  passwords: Passwords
  throttle: Throttle
  now: () => Date
  newId: (at: Date) => string
}

type Credentials = { emailOrUsername: string; password: string; remember: boolean; device: string; network: string }

/**
 * Signs in. Attempts are counted by what was typed. An unknown member costs the same time and gets the same answer as a
 * wrong password. @throws wrong_credentials, too_many_requests
 */
export async function signIn(parts: Parts, credentials: Credentials): Promise<SignedIn> {
  const { emailOrUsername, password, remember, device, network } = credentials
  const name = emailKey(emailOrUsername)
  const found = await guess(parts.throttle, { name, network }, async () => {
    const known = await parts.accounts.findForSignIn(name)
    const isRight = await parts.passwords.matches(known?.passwordHash, password)
    return isRight ? known : undefined
  })
  if (!found) throw new DomainError('wrong_credentials')
  const { account, passwordHash } = found
  const time = parts.now()
  const opened = newSession({ id: parts.newId(time), accountId: account._id, remember, device, time })
  const isKept = await parts.sessions.add(opened.session, passwordHash) // the password may have changed at this moment
  if (!isKept) throw new DomainError('wrong_credentials')
  return { account, ...opened }
}
