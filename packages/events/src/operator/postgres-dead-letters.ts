import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { type DeadLetter, deadLetterTopic } from '../bus/bus.ts'
import { LOG_CHANNEL } from '../bus/postgres-subscription.ts'
import type { LogTable } from '../bus/schema.ts'
import type { StoredDeadLetter } from './bus-operator.ts'
import { replayTopic, toReplayedEvent } from './replay.ts'

const PAGE_SIZE = 200

type DeadLetterRow = { offset: LogTable['position']; deadLetter: LogTable['event'] & DeadLetter }

const PAGE_QUERY = `
  select position as offset, event as "deadLetter" from log
  where topic = $1 and position > $2 and position <= $3 order by position limit ${PAGE_SIZE}`

/** Serialises with all other appends, because positions must grow in the order of commits. */
const LOCK_LOG_QUERY = `select pg_advisory_xact_lock(hashtextextended('log', 0))`

const DELETE_QUERY = `
  delete from log using unnest($1::text[], $2::bigint[]) as requested (topic, position)
  where log.topic = requested.topic and log.position = requested.position
  returning log.topic, log.position as offset`

const APPEND_QUERY = `
  with appended as (
    insert into log (topic, event)
    select topic, event from unnest($1::text[], $2::json[]) with ordinality as entry (topic, event, index) order by index)
  select pg_notify('${LOG_CHANNEL}', $3)`

/** Reads the dead letters of one topic after the other, each up to its end at the beginning of the topic. */
export async function* readPostgresDeadLetterPages(
  pool: PostgresPool,
  topics: readonly string[],
): AsyncGenerator<StoredDeadLetter[]> {
  for (const topic of topics.map(deadLetterTopic)) {
    const end = await pool.query<{ end: string }>(
      'select coalesce(max(position), 0) as end from log where topic = $1',
      [topic],
    )
    for (let after = '0'; ; ) {
      const { rows } = await pool.query<DeadLetterRow>(PAGE_QUERY, [topic, after, end.rows[0]?.end])
      const last = rows.at(-1)
      if (!last) break
      yield rows
      after = last.offset
    }
  }
}

/** Moves dead letters to the replay topics, in batches of one transaction each. Returns their number. */
export async function replayInPostgres(pool: PostgresPool, deadLetters: readonly StoredDeadLetter[]): Promise<number> {
  let total = 0
  for (let from = 0; from < deadLetters.length; from += PAGE_SIZE)
    total += await replayBatch(pool, deadLetters.slice(from, from + PAGE_SIZE))
  return total
}

const toKey = (topic: string, offset: string) => `${topic} ${offset}`

function replayBatch(pool: PostgresPool, batch: readonly StoredDeadLetter[]): Promise<number> {
  return withPostgresTransaction(pool, async (tx) => {
    await tx.query(LOCK_LOG_QUERY)
    const storedTopics = batch.map(({ deadLetter }) => deadLetterTopic(deadLetter.topic))
    const { rows } = await tx.query<{ topic: string; offset: string }>(DELETE_QUERY, [
      storedTopics,
      batch.map(({ offset }) => offset),
    ])
    const deleted = new Set(rows.map(({ topic, offset }) => toKey(topic, offset)))
    const replayed = batch
      .filter(({ offset, deadLetter }) => deleted.has(toKey(deadLetterTopic(deadLetter.topic), offset)))
      .map(({ deadLetter }) => deadLetter)
    const topics = replayed.map(({ topic }) => replayTopic(topic))
    const replayedEvents = replayed.map((deadLetter) => JSON.stringify(toReplayedEvent(deadLetter)))
    await tx.query(APPEND_QUERY, [topics, replayedEvents, [...new Set(topics)].join(',')])
    return replayed.length
  })
}
