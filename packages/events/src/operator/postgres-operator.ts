import { TOPICS } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import { migrate, openPostgres, openPostgresSession, type PostgresPool } from '@meadow/storage'
import type { Delivery } from '../bus/bus.ts'
import { LOG_CHANNEL } from '../bus/postgres-subscription.ts'
import type { LogTable, OffsetsTable } from '../bus/schema.ts'
import { busMigrations } from '../migrations.ts'
import { createWakeSignal } from '../wake-signal.ts'
import type { BusOperator, ConsumerLag } from './bus-operator.ts'
import { readPostgresDeadLetterPages, replayInPostgres } from './postgres-dead-letters.ts'

const APPLICATION_NAME = 'meadow bus operator'
const BATCH_SIZE = 200
const POLL_INTERVAL_MS = 5_000

type LagRow = Pick<OffsetsTable, 'topic'> & {
  group: OffsetsTable['consumers']
  lag: string
  oldest: LogTable['appended_at'] | null
}
type DeliveryRow = Pick<LogTable, 'topic' | 'event'> & { offset: LogTable['position'] }

const LAG_QUERY = `
  select consumers as group, topic, lag, oldest from offsets o, lateral (
    select count(*) as lag, min(appended_at) as oldest from log l where l.topic = o.topic and l.position > o.position
  ) as unhandled order by consumers, topic`

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
    readDeadLetterPages: (topic) => readPostgresDeadLetterPages(pool, topic === undefined ? TOPICS : [topic]),
    replay: (deadLetters) => replayInPostgres(pool, deadLetters),
    tail: (topics, signal) => tailLog(pool, topics, signal),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
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
