import {
  type Bus,
  type ConsumerStore,
  createConsumer,
  createOutboxRelay,
  type EventHandler,
  type Outbox,
} from '@meadow/events'
import {
  createRepublishHandler,
  type MemberReadModel,
  type MemberSnapshotStore,
  memberEventHandlers,
} from '@meadow/members'
import {
  createService,
  createThrottle,
  createVerifier,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  unlimitedThrottle,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import type { AccountRepository } from './accounts/account-repository.ts'
import { createAccountRoutes } from './accounts/routes.ts'
import type { AuthDeps } from './auth-deps.ts'
import type { DemoAccounts } from './demo/demo-accounts.ts'
import { createDemoAccountRoutes } from './demo/routes.ts'
import { loadKeyRing } from './keys/key-ring.ts'
import { createKeyRoutes } from './keys/routes.ts'
import type { SigningKeyStore } from './keys/signing-key-store.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { createPasswordRoutes } from './passwords/routes.ts'
import { openEndedSessionRegistry } from './sessions/ended-session-registry.ts'
import { createRefreshCookie } from './sessions/refresh-cookie.ts'
import { createSessionRoutes } from './sessions/routes.ts'
import type { SessionRepository } from './sessions/session-repository.ts'
import { createSignInRoutes } from './sign-in/routes.ts'

type AuthHandlerDeps = { members: MemberReadModel; snapshots: MemberSnapshotStore }

export const authEventHandlers: EventHandler<AuthHandlerDeps>[] = [
  ...memberEventHandlers,
  createRepublishHandler('auth'),
]

type AuthServiceDeps = {
  accounts: AccountRepository
  sessions: SessionRepository
  signingKeys: SigningKeyStore
  members: MemberReadModel
  outbox: Outbox
  store: ConsumerStore<AuthHandlerDeps>
  ping: HealthProbe
  bus: Bus
  state: SharedState
  metricsSources?: MetricsSource[]
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  log: Logger
  /** Origin of the product in browsers; undefined on loopback and in private networks. */
  publicUrl: URL | undefined
  /** Plan of new accounts. */
  plan: string
  isThrottled: boolean
  /** Accounts that anyone at this machine can try; none by default. */
  demoAccounts?: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
}

/** Opens the auth service. The first start creates the signing key. Nothing listens, consumes or relays before `start`. */
export async function openAuthService(deps: AuthServiceDeps): Promise<Service> {
  const { accounts, bus, demoAccounts = {}, isThrottled, log, members, metricsSources = [] } = deps
  const { newId, now, outbox, ping, plan, publicUrl, sessions, signingKeys, state, store } = deps
  const keys = await loadKeyRing(signingKeys, now)
  const endedSessions = await openEndedSessionRegistry({ sessions, state, log, now })
  const outboxRelay = createOutboxRelay({ outbox, bus, log })
  const authDeps: AuthDeps = {
    accounts,
    sessions,
    members,
    keys,
    endedSessions,
    passwords: await createPasswordHasher(),
    throttle: isThrottled ? createThrottle({ state, log, now }) : unlimitedThrottle,
    cookie: createRefreshCookie(publicUrl),
    publicUrl,
    plan,
    demoAccounts,
    now,
    newId,
  }
  const service = createService({
    name: 'auth',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier: createVerifier({ keys, ended: endedSessions, now }),
    routes: [
      ...createAccountRoutes(authDeps),
      ...createSignInRoutes(authDeps),
      ...createSessionRoutes(authDeps),
      ...createPasswordRoutes(authDeps),
      ...createKeyRoutes(authDeps),
      ...createDemoAccountRoutes(authDeps),
    ],
    backgroundTasks: [outboxRelay, createConsumer({ name: 'auth', bus, store, handlers: authEventHandlers, log })],
    readinessProbes: { store: ping },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources,
  })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await endedSessions[Symbol.asyncDispose]()
    },
  }
}
