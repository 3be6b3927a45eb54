import { type Logger, newId } from '@meadow/service'
import { migrate, openPostgres, openPostgresSession, type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { createWakeSignal } from '../bell.ts'
import { type DeadLetter, type Delivery, deadLetterTopic } from '../bus/bus.ts'
import { LOG_CHANNEL } from '../bus/postgres-subscription.ts'
import { busMigrations } from '../migrations.ts'
import type { BusOperator, ConsumerLag, StoredDeadLetter } from './operator.ts'
import { type Replay, replayTopic } from './replayed.ts'

const NAME = 'meadow bus operator'
const AT_ONCE = 200
const LOOK_MS = 5_000

type LagRow = { consumers: string; topic: string; behind: string; oldest: Date | null }

const LAG = `
  select consumers, topic, behind, oldest from offsets o, lateral (
    select count(*) as behind, min(appended_at) as oldest from log l where l.topic = o.topic and l.position > o.position
  ) as waiting order by consumers, topic`

const DEAD = `
  select position, event from log
  where topic like '%.dead' and ($1::text is null or topic = $1) order by position`

/** In turn with all other appends, as `position` must grow in the order of commits. */
const TURN = `select pg_advisory_xact_lock(hashtextextended('log', 0))`
const TAKE = 'delete from log where topic = $1 and position = $2'
const APPEND = 'insert into log (topic, event) values ($1, $2)'

const toLag = ({ consumers, topic, behind, oldest }: LagRow): ConsumerLag => ({
  group: consumers,
  topic,
  lag: Number(behind),
  ...(oldest && { oldest }),
})

/** The log of the PostgreSQL bus, for whoever operates it. */
export async function openPostgresOperator(url: string, log: Logger): Promise<BusOperator> {
  const pool = await openPostgres(url, { database: 'meadow_bus', maxConnections: 2, name: NAME, log })
  await migrate(pool, [busMigrations]).catch(async (error) => {
    await pool[Symbol.asyncDispose]()
    throw error
  })

  return {
    async lag() {
      return (await pool.query<LagRow>(LAG)).rows.map(toLag)
    },
    async deadLetters(topic) {
      const { rows } = await pool.query<{ position: string; event: DeadLetter }>(DEAD, [
        topic ? deadLetterTopic(topic) : null,
      ])
      return rows.map(({ position, event }) => ({ offset: position, deadLetter: event }))
    },
    async replay(letters) {
      let total = 0
      for (let from = 0; from < letters.length; from += AT_ONCE)
        total += await replay(pool, letters.slice(from, from + AT_ONCE))
      return total
    },
    tail: (topics, signal) => tail(pool, topics, signal),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

function replay(pool: PostgresPool, letters: readonly StoredDeadLetter[]): Promise<number> {
  return withPostgresTransaction(pool, async (tx) => {
    await tx.query(TURN)
    let taken = 0
    for (const { offset: place, deadLetter: letter } of letters) {
      const { topic, offset, event, consumer } = letter
      const { rowCount } = await tx.query(TAKE, [deadLetterTopic(topic), place])
      if (rowCount === 0) continue
      const again: Replay = { id: newId(new Date()), consumer, topic, offset, event }
      await tx.query(APPEND, [replayTopic(topic), JSON.stringify(again)])
      taken += 1
    }
    const topics = new Set(letters.map(({ deadLetter: letter }) => replayTopic(letter.topic)))
    await tx.query('select pg_notify($1, $2)', [LOG_CHANNEL, [...topics].join(',')])
    return taken
  })
}

async function* tail(pool: PostgresPool, topics: readonly string[], signal: AbortSignal): AsyncGenerator<Delivery> {
  await using session = await openPostgresSession(pool, NAME)
  const over = AbortSignal.any([signal, session.lost])
  const bell = createWakeSignal()
  await session.listen(LOG_CHANNEL, bell.wake)
  const { rows } = await session.query<{ position: string }>('select coalesce(max(position), 0) as position from log')
  let position = rows[0]?.position ?? '0'
  while (!over.aborted) {
    const found = await session.query<Delivery>(
      'select topic, position as offset, event from log where topic = any($1) and position > $2 order by position limit $3',
      [topics, position, AT_ONCE],
    )
    yield* found.rows
    position = found.rows.at(-1)?.offset ?? position
    if (found.rows.length === 0) await bell.wait(LOOK_MS, over)
  }
  if (!signal.aborted) throw new Error('The connection to the event bus was lost')
}
