import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { type EndSessionDeps, endLeastRecentlyUsedSessions, endSessionById } from '../sessions/end-sessions.ts'
import { toSessionStart } from '../sessions/session.ts'
import { createSessionWithToken } from '../sessions/session-with-token.ts'
import type { SignInResult } from '../sessions/sign-in-response.ts'
import { assertNotSuspended } from '../suspension/suspension.ts'
import type { DemoAccounts } from './demo-accounts.ts'

const SESSIONS_PER_READ = 100

/** `accounts`: the stored accounts, with their real password hashes. */
type DemoSessionDeps = EndSessionDeps & {
  accounts: AccountRepository
  demoAccounts: DemoAccounts
  maxSessionAgeMs: number
  log: Logger
}

type DemoSessionRequest = { username: string; device: string; network: string; isFromThisMachine: boolean }

/** Opens a session of a demo account. @throws account_suspended; wrong_credentials for other accounts and for requests from elsewhere */
export async function openDemoSession(
  deps: DemoSessionDeps,
  { username, device, network, isFromThisMachine }: DemoSessionRequest,
): Promise<SignInResult> {
  const { accounts, sessions, demoAccounts, maxSessionAgeMs, log, now, newId } = deps
  const isAllowed = isFromThisMachine && demoAccounts.isOffered && demoAccounts.usernames.includes(username)
  const found = isAllowed ? await accounts.findForSignIn(username) : undefined
  if (!found) {
    logSecurityEvent(log, { event: 'auth.sign_in_failed', reason: 'demo_account', network })
    throw new DomainError('wrong_credentials')
  }
  const { account, passwordHash, sessionsFrom } = found
  assertNotSuspended(deps, account, network)
  const [accountId, time] = [account._id, toSessionStart(now(), sessionsFrom)]
  const id = newId(time)
  const opened = createSessionWithToken({ id, accountId, remember: false, device, time, maxSessionAgeMs })
  const openCount = await sessions.add(opened.session, passwordHash)
  if (openCount === undefined) throw new DomainError('wrong_credentials')
  await endLeastRecentlyUsedSessions(deps, accountId, openCount)
  logSecurityEvent(log, { event: 'auth.signed_in', reason: 'demo_account', actor: accountId, network, session: id })
  return { account, ...opened }
}

/** Ends all sessions of the demo accounts, also those that the community opened to fill them. */
export async function endDemoSessions(deps: DemoSessionDeps): Promise<void> {
  for (const username of deps.demoAccounts.usernames) {
    const found = await deps.accounts.findForSignIn(username)
    const listActive = () =>
      found ? deps.sessions.listActive(found.account._id, deps.now(), SESSIONS_PER_READ) : Promise.resolve([])
    for (let active = await listActive(); active.length > 0; active = await listActive())
      for (const { _id } of active) await endSessionById(deps, _id, { reason: 'demo_closed' })
  }
}
