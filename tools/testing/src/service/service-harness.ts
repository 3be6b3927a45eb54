import type { DomainEvent } from '@meadow/contracts'
import { type Bus, type ConsumerStore, type EventHandler, openBus } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { type Logger, type MetricsSource, newId, type Service, type Verifier } from '@meadow/service'
import { openSharedState, type SharedState } from '@meadow/storage'
import { openTestDatabase } from '../databases/postgres.ts'
import { testLog } from '../test-log.ts'
import type { TestMember } from '../test-members.ts'
import { createTestTokens, type TestTokens } from '../test-tokens.ts'
import { createTestClient } from './test-client.ts'
import { createTestRelations } from './test-relations.ts'
import type { TestStore } from './test-store.ts'

/** The dependencies that the harness adds to the ports of the store. */
export type HarnessDeps = {
  bus: Bus
  state: SharedState
  verifier: Verifier
  onEnded: TestTokens['onEnded']
  log: Logger
  now: () => Date
  newId: (at: Date) => string
  publicUrl: undefined
  validateResponses: true
  metricsSources: MetricsSource[]
}

/** The ports that the harness itself uses. */
type CommonPorts<Bound> = { outbox: AsyncDisposable; consumerStore: ConsumerStore<Bound> }

type HarnessOptions<Store extends TestStore<CommonPorts<Bound>>, Bound> = {
  store: Store
  createService(deps: Store['ports'] & HarnessDeps): Service | Promise<Service>
  handlers: readonly EventHandler<Bound>[]
  /** @default the clock of this machine */
  now?: () => Date
  /** @default tokens of a key pair of the harness */
  tokens?: TestTokens
  /** Another bus or shared state than the one of the harness. */
  urls?: { bus?: string | undefined; state?: string | undefined }
}

/**
 * Creates a service in this process on the store of a test, with a bus and a shared state of its own. It does not listen
 * before `service.start`, so its events stay in the outbox. The harness owns the store and closes it.
 */
export async function openServiceHarness<Store extends TestStore<CommonPorts<Bound>>, Bound>(
  options: HarnessOptions<Store, Bound>,
) {
  const { store, handlers, urls = {}, now = () => new Date() } = options
  await using opening = new AsyncDisposableStack()
  opening.use(store)
  const database = opening.use(await openTestDatabase())
  const bus = opening.use(await openBus(urls.bus ?? database.url, { log: testLog }))
  const state = opening.use(await openSharedState(urls.state ?? database.url, { now, log: testLog }))
  const tokens = options.tokens ?? createTestTokens()
  const { verifier, onEnded } = tokens
  opening.use(store.ports.outbox)
  const instances = opening.use(new AsyncDisposableStack())
  const ports: Store['ports'] = store.ports
  const deps = {
    ...ports,
    bus,
    state,
    verifier,
    onEnded,
    log: testLog,
    now,
    newId,
    publicUrl: undefined,
    validateResponses: true as const,
    metricsSources: [store.engine, bus, state],
  }
  /** Creates another instance of the service on the same store, bus and shared state. */
  const openInstance = async (): Promise<Service> => instances.use(await options.createService(deps))
  const service = await openInstance()
  const opened = opening.move()

  return {
    service,
    openInstance,
    store,
    bus,
    /** The address of the bus and the shared state. */
    platformUrl: database.url,
    state,
    tokens,
    now,
    relations: createTestRelations(store.members, now),
    /** Returns a client that is signed in as `member`. */
    as: (member: TestMember) => createTestClient(service.app, tokens, member),
    /** Handles `events` as the consumer of the service would, in one batch. @throws the error of a handler */
    deliverEvents: (...events: DomainEvent[]) => deliverEvents(handlers, store.ports.consumerStore, events),
    /** Reads the events that the service has written, oldest first: all, or those about one subject. */
    publishedEvents: async (subject?: { _id: string }): Promise<DomainEvent[]> => {
      const events = await store.publishedEvents()
      return subject ? events.filter((event) => event.subject === subject._id) : events
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
