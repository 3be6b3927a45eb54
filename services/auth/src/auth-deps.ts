import type { MemberReadModel } from '@meadow/members'
import type { Throttle } from '@meadow/service'
import type { AccountRepository } from './accounts/account-repository.ts'
import type { DemoAccounts } from './demo/demo-accounts.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import type { EndedSessionRegistry } from './sessions/ended-session-registry.ts'
import type { RefreshCookie } from './sessions/refresh-cookie.ts'
import type { SessionRepository } from './sessions/session-repository.ts'

/** Dependencies of the routes of auth. */
export type AuthDeps = {
  accounts: AccountRepository
  sessions: SessionRepository
  members: MemberReadModel
  keys: KeyRing
  endedSessions: EndedSessionRegistry
  passwords: PasswordHasher
  throttle: Throttle
  cookie: RefreshCookie
  /** Origin of the product in browsers; undefined on loopback and in private networks. */
  publicUrl: URL | undefined
  /** Plan of new accounts. */
  plan: string
  demoAccounts: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
}
