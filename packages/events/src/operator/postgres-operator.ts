import { type Logger, newId } from '@meadow/service'
import { migrate, openPostgres, openPostgresSession, type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { type DeadLetter, type Delivery, deadLetterTopic } from '../bus/bus.ts'
import { LOG_CHANNEL } from '../bus/postgres-subscription.ts'
import type { LogTable, OffsetsTable } from '../bus/schema.ts'
import { busMigrations } from '../migrations.ts'
import { createWakeSignal } from '../wake-signal.ts'
import type { BusOperator, ConsumerLag, StoredDeadLetter } from './bus-operator.ts'
import { type ReplayedEvent, replayTopic } from './replay.ts'

const APPLICATION_NAME = 'meadow bus operator'
const BATCH_SIZE = 200
const POLL_INTERVAL_MS = 5_000

type LagRow = Pick<OffsetsTable, 'topic'> & {
  group: OffsetsTable['consumers']
  lag: string
  oldest: LogTable['appended_at'] | null
}
type DeadLetterRow = { offset: LogTable['position']; deadLetter: LogTable['event'] & DeadLetter }
type DeliveryRow = Pick<LogTable, 'topic' | 'event'> & { offset: LogTable['position'] }

const LAG_QUERY = `
  select consumers as group, topic, lag, oldest from offsets o, lateral (
    select count(*) as lag, min(appended_at) as oldest from log l where l.topic = o.topic and l.position > o.position
  ) as unhandled order by consumers, topic`

const DEAD_LETTERS_QUERY = `
  select position as offset, event as "deadLetter" from log
  where topic like '%.dead' and ($1::text is null or topic = $1) order by position`

/** Serialises with all other appends, because positions must grow in the order of commits. */
const LOCK_LOG_QUERY = `select pg_advisory_xact_lock(hashtextextended('log', 0))`
const DELETE_QUERY = 'delete from log where topic = $1 and position = $2'
const APPEND_QUERY = 'insert into log (topic, event) values ($1, $2)'

const toConsumerLag = ({ group, topic, lag, oldest }: LagRow): ConsumerLag => ({
  group,
  topic,
  lag: Number(lag),
  ...(oldest && { oldest }),
})

/** Opens the bus in PostgreSQL for an operator, and migrates it. @throws if PostgreSQL is unavailable */
export async function openPostgresOperator(url: string, log: Logger): Promise<BusOperator> {
  const pool = await openPostgres(url, { database: 'meadow_bus', maxConnections: 2, name: APPLICATION_NAME, log })
  await migrate(pool, [busMigrations]).catch(async (error) => {
    await pool[Symbol.asyncDispose]()
    throw error
  })

  return {
    async lag() {
      return (await pool.query<LagRow>(LAG_QUERY)).rows.map(toConsumerLag)
    },
    async deadLetters(topic) {
      const { rows } = await pool.query<DeadLetterRow>(DEAD_LETTERS_QUERY, [topic ? deadLetterTopic(topic) : null])
      return rows
    },
    async replay(deadLetters) {
      let total = 0
      for (let from = 0; from < deadLetters.length; from += BATCH_SIZE)
        total += await replayBatch(pool, deadLetters.slice(from, from + BATCH_SIZE))
      return total
    },
    tail: (topics, signal) => tailLog(pool, topics, signal),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

function replayBatch(pool: PostgresPool, batch: readonly StoredDeadLetter[]): Promise<number> {
  return withPostgresTransaction(pool, async (tx) => {
    await tx.query(LOCK_LOG_QUERY)
    let replayed = 0
    for (const { offset: deadLetterOffset, deadLetter } of batch) {
      const { consumer, topic, offset, event } = deadLetter
      const { rowCount } = await tx.query(DELETE_QUERY, [deadLetterTopic(topic), deadLetterOffset])
      if (rowCount === 0) continue
      const replayedEvent: ReplayedEvent = { id: newId(new Date()), consumer, topic, offset, event }
      await tx.query(APPEND_QUERY, [replayTopic(topic), JSON.stringify(replayedEvent)])
      replayed += 1
    }
    const topics = new Set(batch.map(({ deadLetter }) => replayTopic(deadLetter.topic)))
    await tx.query('select pg_notify($1, $2)', [LOG_CHANNEL, [...topics].join(',')])
    return replayed
  })
}

async function* tailLog(pool: PostgresPool, topics: readonly string[], signal: AbortSignal): AsyncGenerator<Delivery> {
  await using session = await openPostgresSession(pool, APPLICATION_NAME)
  const ended = AbortSignal.any([signal, session.lost])
  const wakeSignal = createWakeSignal()
  await session.listen(LOG_CHANNEL, wakeSignal.wake)
  const { rows } = await session.query<{ end: LogTable['position'] }>(
    'select coalesce(max(position), 0) as end from log',
  )
  let offset = rows[0]?.end ?? '0'
  while (!ended.aborted) {
    const { rows: deliveries } = await session.query<DeliveryRow>(
      `select topic, position as offset, event from log where topic = any($1) and position > $2
       order by position limit $3`,
      [topics, offset, BATCH_SIZE],
    )
    yield* deliveries
    offset = deliveries.at(-1)?.offset ?? offset
    if (deliveries.length === 0) await wakeSignal.wait(POLL_INTERVAL_MS, ended)
  }
  if (!signal.aborted) throw new Error('The connection to the event bus was lost')
}
