import { type EventDefinition, events } from '@meadow/contracts'
import {
  type Bus,
  createConsumer,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  type EventHandler,
  eventDeliveryMigrations,
  onEvent,
} from '@meadow/events'
import type { Logger } from '@meadow/service'
import { openPostgresStore, type PostgresPool } from '@meadow/storage'
import type { PoolClient } from 'pg'

export const BUGGY_CONSUMER = 'buggy'
const TOPICS: readonly string[] = ['posts', 'messages', 'notifications']

/** All events of the topics that the consumer handles. */
const CONSUMED_EVENTS = Object.values<EventDefinition>(events).filter(({ topic }) => TOPICS.includes(topic))

export const CONSUMED_TYPES: ReadonlySet<string> = new Set(CONSUMED_EVENTS.map(({ type }) => type))
export const CONSUMED_TOPICS = TOPICS

/** The store of the consumer, and the ids that it has handled. A second effect of one event violates the key. */
export type BuggyStore = AsyncDisposable & { pool: PostgresPool; readHandledIds(): Promise<Set<string>> }

export async function openBuggyStore(postgresUrl: string, log: Logger): Promise<BuggyStore> {
  const pool = await openPostgresStore(postgresUrl, { service: 'faults', migrations: [eventDeliveryMigrations], log })
  await pool.query('create table handled (id uuid primary key)')
  return {
    pool,
    async readHandledIds() {
      const { rows } = await pool.query<{ id: string }>('select id from handled')
      return new Set(rows.map(({ id }) => id))
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

type HandlerDeps = { tx: PoolClient }

const createHandlers = (isBroken: boolean): EventHandler<HandlerDeps>[] =>
  CONSUMED_EVENTS.map((definition) =>
    onEvent(definition, async ({ id }, { tx }: HandlerDeps) => {
      if (isBroken) throw new TypeError('a mistake in the handler')
      await tx.query('insert into handled values ($1)', [id])
    }),
  )

export type BuggyConsumer = AsyncDisposable & { isDegraded(): Promise<boolean> }

/** Starts the consumer in its broken or its mended version, with the relay of its dead letters, as a service does. */
export async function startBuggyConsumer(
  { bus, store, log }: { bus: Bus; store: BuggyStore; log: Logger },
  version: 'broken' | 'mended',
): Promise<BuggyConsumer> {
  const relay = createOutboxRelay({ outbox: createPostgresOutbox(store.pool), bus, log })
  const consumer = createConsumer({
    name: BUGGY_CONSUMER,
    bus,
    store: createPostgresConsumerStore(store.pool, (tx): HandlerDeps => ({ tx })),
    handlers: createHandlers(version === 'broken'),
    log,
    now: () => new Date(),
  })
  await relay.start()
  await consumer.start()
  return {
    isDegraded: async () => {
      const probe = consumer.degradationProbes?.['consumer'] ?? (() => Promise.resolve())
      return probe().then(
        () => false,
        () => true,
      )
    },
    async [Symbol.asyncDispose]() {
      await consumer.stop()
      await relay.stop()
    },
  }
}
