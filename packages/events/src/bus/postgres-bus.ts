import type { Logger } from '@meadow/service'
import {
  createLazyResource,
  createPoolMetrics,
  migrate,
  openPostgres,
  type PostgresPool,
  scheduleHourly,
} from '@meadow/storage'
import { busMigrations } from '../migrations.ts'
import { type Bus, deadLetterTopic, type Subscription, topicOf } from './bus.ts'
import { deleteExpiredLogRows } from './log-cleanup.ts'
import { registerPostgresLagMetrics } from './postgres-lag-metrics.ts'
import { LOG_CHANNEL, subscribeToLog } from './postgres-subscription.ts'

const APPLICATION_NAME = 'meadow bus'

type LogEntry = { topic: string; event: unknown }

/**
 * An advisory lock serialises appends, so that a lower position never commits after a higher one that a reader has seen.
 * The sort comes after the lock and before the first position is assigned. It is one statement, so that the lock is not
 * held for several round trips.
 */
const APPEND_QUERY = `
  with lock as materialized (select pg_advisory_xact_lock(hashtextextended('log', 0))),
    appended as (
      insert into log (topic, event)
      select topic, event
      from lock, unnest($1::text[], $2::json[]) with ordinality as entry (topic, event, index) order by index)
  select pg_notify('${LOG_CHANNEL}', $3)`

/** Appends all entries in this order, or none, and notifies the readers of their topics. */
async function appendToLog(pool: PostgresPool, entries: readonly LogEntry[]): Promise<void> {
  const topics = entries.map(({ topic }) => topic)
  const bodies = entries.map(({ event }) => JSON.stringify(event))
  await pool.query({ name: 'append', text: APPEND_QUERY, values: [topics, bodies, [...new Set(topics)].join(',')] })
}

/**
 * Opens the bus in PostgreSQL: an append-only log table, an offset per consumer group and topic, and NOTIFY for new events.
 * It connects and migrates at first use.
 */
export function openPostgresBus(url: string, log: Logger): Bus {
  const pool = createLazyResource(async () => {
    const opened = await openPostgres(url, { database: 'meadow_bus', maxConnections: 3, name: APPLICATION_NAME, log })
    try {
      await migrate(opened, [busMigrations])
      return opened
    } catch (error) {
      await opened[Symbol.asyncDispose]()
      throw error
    }
  })
  const subscriptions = new Set<Subscription>()
  const cleanup = scheduleHourly(async () => deleteExpiredLogRows(await pool()), log)

  return {
    async publish(events) {
      if (events.length > 0)
        await appendToLog(
          await pool(),
          events.map((event) => ({ topic: topicOf(event), event })),
        )
    },
    async publishDeadLetter(deadLetter) {
      await appendToLog(await pool(), [{ topic: deadLetterTopic(deadLetter.topic), event: deadLetter }])
    },
    async subscribe(subscription) {
      subscriptions.add(subscription)
      return subscribeToLog(pool, subscription, log)
    },
    registerMetrics(metrics) {
      createPoolMetrics(APPLICATION_NAME, pool.current)(metrics)
      registerPostgresLagMetrics(metrics, pool.current, subscriptions)
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
