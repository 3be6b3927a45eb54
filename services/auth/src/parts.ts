import type { Members } from '@meadow/members'
import type { Throttle } from '@meadow/service'
import type { AccountRepository } from './accounts/account-repository.ts'
import type { DemoAccounts } from './demo/demo-accounts.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { RefreshCookie } from './sessions/cookie.ts'
import type { EndedBell } from './sessions/ended-sessions.ts'
import type { SessionRepository } from './sessions/session-repository.ts'

/** What the calls of auth work with. */
export type Parts = {
  accounts: AccountRepository
  sessions: SessionRepository
  members: Members
  keys: KeyRing
  ended: EndedBell
  passwords: Passwords
  throttle: Throttle
  cookie: RefreshCookie
  /** Where the product is, as browsers see it. */
  publicUrl: URL | undefined
  /** The plan of a new account. */
  plan: string
  demoAccounts: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
  /** Has the events of a commit published now. */
  wake: () => void
}
