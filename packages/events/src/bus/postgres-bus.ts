import type { Logger } from '@meadow/service'
import {
  type AutoMigrate,
  createLazyResource,
  createPoolMetrics,
  openPostgres,
  POSTGRES_POOL_SIZES,
  type PostgresPool,
  prepareSchema,
  scheduleHourly,
  toArrayParameter,
  toJsonArrayParameter,
} from '@meadow/storage'
import { busMigrations } from '../migrations.ts'
import {
  type Bus,
  CONSUMER_MISSED_EVENTS_METRIC,
  type CountMissedEvents,
  type EventMessage,
  type Subscription,
  toEventMessage,
} from './bus.ts'
import { deleteExpiredLogRows } from './log-cleanup.ts'
import { registerPostgresLagMetrics } from './postgres-lag-metrics.ts'
import { LOG_CHANNEL, subscribeToLog } from './postgres-subscription.ts'

const APPLICATION_NAME = 'meadow bus'

type LogEntry = Omit<EventMessage, 'key'>

/**
 * An advisory lock serialises appends, so that a lower position never commits after a higher one that a reader has seen.
 * The sort comes after the lock and before the first position is assigned. It is one statement, so that the lock is not
 * held for several round trips. A dead letter that a relay publishes again conflicts with the stored one.
 */
const APPEND_QUERY = `
  with lock as materialized (select pg_advisory_xact_lock(hashtextextended('log', 0))),
    appended as (
      insert into log (topic, event)
      select topic, event
      from lock, rows from (unnest($1::text[]), json_array_elements($2::json)) with ordinality as entry (topic, event, index)
      order by index
      on conflict do nothing)
  select pg_notify('${LOG_CHANNEL}', $3)`

/** Appends all entries in this order, or none, and notifies the readers of their topics. */
async function appendToLog(pool: PostgresPool, entries: readonly LogEntry[]): Promise<void> {
  const topics = entries.map(({ topic }) => topic)
  const events = toJsonArrayParameter(entries.map(({ value }) => value))
  const values = [toArrayParameter(topics), events, [...new Set(topics)].join(',')]
  await pool.query({ name: 'append', text: APPEND_QUERY, values })
}

/**
 * Opens the bus in PostgreSQL: an append-only log table, an offset per consumer group and topic, and NOTIFY for new events.
 * It connects and prepares its schema at first use.
 */
export function openPostgresBus(
  url: string,
  { log, autoMigrate }: { log: Logger; autoMigrate?: AutoMigrate | undefined },
): Bus {
  const pool = createLazyResource(async () => {
    const opened = await openPostgres(url, {
      database: 'meadow_bus',
      maxConnections: POSTGRES_POOL_SIZES.bus,
      name: APPLICATION_NAME,
      log,
    })
    try {
      await prepareSchema(opened, { migrations: [busMigrations], autoMigrate, log })
      return opened
    } catch (error) {
      await opened[Symbol.asyncDispose]()
      throw error
    }
  })
  const subscriptions = new Set<Subscription>()
  let countMissedEvents: CountMissedEvents = () => {} // until the metrics are registered
  const cleanup = scheduleHourly(async () => deleteExpiredLogRows(await pool()), log)

  const publishMessages = async (messages: readonly EventMessage[]) => {
    if (messages.length > 0) await appendToLog(await pool(), messages)
  }

  return {
    publish: async (events) => publishMessages(events.map(toEventMessage)),
    publishMessages,
    async subscribe(subscription) {
      subscriptions.add(subscription)
      const { group, topics } = subscription
      for (const topic of topics) countMissedEvents({ group, topic }, 0) // shows 0 from the start
      return subscribeToLog(pool, subscription, {
        log,
        countMissedEvents: (labels, times) => countMissedEvents(labels, times),
      })
    },
    registerMetrics(metrics) {
      createPoolMetrics(APPLICATION_NAME, pool.current)(metrics)
      registerPostgresLagMetrics(metrics, pool.current, subscriptions)
      const missedEvents = metrics.counter(CONSUMER_MISSED_EVENTS_METRIC)
      countMissedEvents = (labels, times) => missedEvents.inc(labels, times)
    },
    async ping() {
      await (await pool()).query('select 1')
    },
    async [Symbol.asyncDispose]() {
      cleanup[Symbol.dispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}
