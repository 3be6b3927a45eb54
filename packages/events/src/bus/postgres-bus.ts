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
import { measureLag } from './measure-lag.ts'
import { LOG_CHANNEL, subscribeToLog } from './postgres-subscription.ts'
import { sweepLog } from './sweep-log.ts'

const NAME = 'meadow bus'

type Entry = { topic: string; event: unknown }

/**
 * Appends take turns, so that a reader never passes a position that commits later. The sort comes after the lock and
 * before the first position is given. One statement, so that nobody waits for our round trips while we hold the lock.
 */
const APPEND = `
  with turn as materialized (select pg_advisory_xact_lock(hashtextextended('log', 0))),
    appended as (
      insert into log (topic, event)
      select topic, event
      from turn, unnest($1::text[], $2::json[]) with ordinality as entry (topic, event, place) order by place)
  select pg_notify('${LOG_CHANNEL}', $3)`

/** Appends entries in this order, all of them or none, and tells the readers of their topics. */
async function append(pool: PostgresPool, entries: readonly Entry[]): Promise<void> {
  const topics = entries.map(({ topic }) => topic)
  const bodies = entries.map(({ event }) => JSON.stringify(event))
  await pool.query({ name: 'append', text: APPEND, values: [topics, bodies, [...new Set(topics)].join(',')] })
}

/** The bus in PostgreSQL: an append-only log, a place per group and topic, NOTIFY to say that there is more. */
export function openPostgresBus(url: string, log: Logger): Bus {
  const pool = createLazyResource(async () => {
    const opened = await openPostgres(url, { database: 'meadow_bus', maxConnections: 3, name: NAME, log })
    try {
      await migrate(opened, [busMigrations])
      return opened
    } catch (error) {
      await opened[Symbol.asyncDispose]()
      throw error
    }
  })
  const subscriptions = new Set<Subscription>()
  const keeping = scheduleHourly(async () => sweepLog(await pool()), log)

  return {
    async publish(events) {
      if (events.length > 0)
        await append(
          await pool(),
          events.map((event) => ({ topic: topicOf(event), event })),
        )
    },
    async publishDeadLetter(letter) {
      await append(await pool(), [{ topic: deadLetterTopic(letter.topic), event: letter }])
    },
    async subscribe(subscription) {
      subscriptions.add(subscription)
      return subscribeToLog(pool, subscription, log)
    },
    registerMetrics(metrics) {
      createPoolMetrics(NAME, pool.current)(metrics)
      measureLag(metrics, pool.current, subscriptions)
    },
    async ping() {
      await (await pool()).query('select 1')
    },
    async [Symbol.asyncDispose]() {
      keeping[Symbol.dispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}
