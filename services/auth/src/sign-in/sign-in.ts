import { DomainError, type Throttle } from '@meadow/service'
import { toEmailKey } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { SessionRepository } from '../sessions/session-repository.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { throttleLoginAttempt } from './login-throttle.ts'

type SignInDeps = {
  accounts: AccountRepository
  sessions: SessionRepository
  passwords: PasswordHasher
  throttle: Throttle
  now: () => Date
  newId: (at: Date) => string
}

type SignInRequest = { emailOrUsername: string; password: string; remember: boolean; device: string; network: string }

/**
 * Signs in. Attempts are counted by the typed name. An unknown account takes the same time and gives the same error as a
 * wrong password. @throws wrong_credentials, too_many_requests
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignInResult> {
  const { emailOrUsername, password, remember, device, network } = request
  const name = toEmailKey(emailOrUsername)
  const found = await throttleLoginAttempt(deps.throttle, { name, network }, async () => {
    const account = await deps.accounts.findForSignIn(name)
    const isCorrect = await deps.passwords.verify(account?.passwordHash, password)
    return isCorrect ? account : undefined
  })
  if (!found) throw new DomainError('wrong_credentials')
  const { account, passwordHash } = found
  const time = deps.now()
  const opened = createSessionWithToken({ id: deps.newId(time), accountId: account._id, remember, device, time })
  const isStored = await deps.sessions.add(opened.session, passwordHash) // false if the password was changed concurrently
  if (!isStored) throw new DomainError('wrong_credentials')
  return { account, ...opened }
}
