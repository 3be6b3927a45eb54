import { type Bus, consumer, postgresOutbox, postgresStore, relay } from '@meadow/events'
import { memberHandlers, postgresMembers, tellAgain } from '@meadow/members'
import { createService, createThrottle, createVerifier, type Logger, noThrottle, type Service } from '@meadow/service'
import type { Postgres, SharedState } from '@meadow/storage'
import { accountTelling } from './accounts/account-telling.ts'
import { postgresAccounts } from './accounts/postgres-account-repository.ts'
import { accountCalls } from './accounts/routes.ts'
import type { DemoAccounts } from './demo/demo-accounts.ts'
import { demoCalls } from './demo/routes.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { postgresKeyStore } from './keys/postgres-key-store.ts'
import { keyCalls } from './keys/routes.ts'
import type { Parts } from './parts.ts'
import { createPasswords } from './passwords/passwords.ts'
import { passwordCalls } from './passwords/routes.ts'
import { createRefreshCookie } from './sessions/cookie.ts'
import { openEndedSessions } from './sessions/ended-sessions.ts'
import { postgresSessions } from './sessions/postgres-session-repository.ts'
import { sessionCalls } from './sessions/routes.ts'
import { signInCalls } from './sign-in/routes.ts'

type Given = {
  pool: Postgres
  bus: Bus
  state: SharedState
  log: Logger
  publicUrl: URL | undefined
  /** The plan of a new account. */
  plan: string
  isThrottled: boolean
  /** With whose passwords one may look around here; none unless said. */
  demoAccounts?: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
}

/** Puts the auth service together; its first start makes the signing key. Nothing listens, consumes or relays yet. */
export async function openAuthService(given: Given): Promise<Service> {
  const { pool, bus, state, log, publicUrl, plan, isThrottled, demoAccounts = {}, now, newId } = given
  const accounts = postgresAccounts(pool)
  const sessions = postgresSessions(pool)
  const keys = await openKeyRing(postgresKeyStore(pool), now)
  const ended = await openEndedSessions({ sessions, state, log, now })
  const publishing = relay({ outbox: postgresOutbox(pool), bus, log })
  const parts: Parts = {
    ...{ publicUrl, plan, demoAccounts, now, newId, accounts, sessions, keys, ended },
    members: postgresMembers(pool),
    passwords: await createPasswords(),
    throttle: isThrottled ? createThrottle({ state, log, now }) : noThrottle,
    cookie: createRefreshCookie(publicUrl),
    wake: publishing.wake,
  }
  const store = postgresStore(pool, (tx) => ({ members: postgresMembers(tx), telling: accountTelling(tx) }))
  const handlers = [...memberHandlers, tellAgain('auth')]
  const service = createService({
    name: 'auth',
    log,
    verifier: createVerifier({ keys, ended, now }),
    calls: [
      ...accountCalls(parts),
      ...signInCalls(parts),
      ...sessionCalls(parts),
      ...passwordCalls(parts),
      ...keyCalls(parts),
      ...demoCalls(parts),
    ],
    background: [publishing, consumer({ name: 'auth', bus, store, handlers, log })],
    ready: { store: accounts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping() },
    measured: [pool, bus, state],
  })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await ended[Symbol.asyncDispose]()
    },
  }
}
