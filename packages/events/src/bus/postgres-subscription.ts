import type { Logger } from '@meadow/service'
import { createBackOff, openPostgresSession, type PostgresPool, type PostgresSession, sleep } from '@meadow/storage'
import { createWakeSignal, type WakeSignal } from '../wake-signal.ts'
import type { CountMissedEvents, Delivery, Subscription } from './bus.ts'
import { handleWithRetries } from './handle-with-retries.ts'
import { readBatches } from './read-batches.ts'
import type { LogTable, OffsetsTable } from './schema.ts'

/** The NOTIFY channel of the log. The payload names the topics of the new events, separated by commas. */
export const LOG_CHANNEL = 'log'

/** Interval at which a standby tries to acquire the lock of a topic. */
const LOCK_RETRY_MS = 1_000
/** Interval of a test query, because a dead connection may not report an error. */
const HEARTBEAT_INTERVAL_MS = 5_000
/** Interval of a read without a notification. It is needed only if a notification was lost. */
const POLL_INTERVAL_MS = 60_000
/** More events make no event cheaper, and hold the locks of their effects for longer. */
const BATCH_SIZE = 500

type LogSubscriptionDeps = { log: Logger; countMissedEvents: CountMissedEvents }

/**
 * Reads the topics of a subscription until the result is disposed. It uses one connection, which it opens again when the
 * connection is lost.
 */
export function subscribeToLog(
  pool: () => Promise<PostgresPool>,
  subscription: Subscription,
  { log, countMissedEvents }: LogSubscriptionDeps,
): AsyncDisposable {
  const { group, topics } = subscription
  const disposed = new AbortController()
  const backOff = createBackOff()

  async function readTopic(session: PostgresSession, topic: string, wakeSignal: WakeSignal, signal: AbortSignal) {
    const reader = createTopicReader(session, group, topic)
    while (!signal.aborted && !(await reader.tryLock())) await sleep(LOCK_RETRY_MS, signal)
    if (signal.aborted) return
    const reportMissedEvents = async ({ offset, hasMissedEvents }: CommittedOffset) => {
      if (!hasMissedEvents) return
      log.warn({ group, topic, offset }, 'events were deleted before the group had read them')
      countMissedEvents({ group, topic }, 1)
      await reader.clearMissedEvents()
    }
    const committed = await reader.readOffset()
    await reportMissedEvents(committed)
    let { offset } = committed
    while (!signal.aborted) {
      for await (const batch of readBatches(offset, { read: reader.readBatch, batchSize: BATCH_SIZE })) {
        if (!(await handleWithRetries(subscription, batch, { signal, log }))) return
        offset = batch.at(-1)?.offset ?? offset
        await reportMissedEvents(await reader.commitOffset(offset))
        if (signal.aborted) return
      }
      await wakeSignal.wait(POLL_INTERVAL_MS, signal)
    }
  }

  async function checkConnection(session: PostgresSession, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(HEARTBEAT_INTERVAL_MS, signal)
      if (!signal.aborted) await session.query('select 1')
    }
  }

  /** Reads all topics on one connection until the subscription is disposed. @throws when the connection is lost */
  async function readUntilDisposed(): Promise<void> {
    await using session = await openPostgresSession(await pool(), `meadow bus, ${group}`)
    await session.query('set synchronous_commit = off') // a lost offset only causes repeats, which the inbox drops
    const failed = new AbortController()
    const signal = AbortSignal.any([failed.signal, disposed.signal, session.lost])
    const wakeSignals = new Map(topics.map((topic) => [topic, createWakeSignal()]))
    await session.listen(LOG_CHANNEL, (payload) => {
      for (const topic of payload.split(',')) wakeSignals.get(topic)?.wake()
    })
    backOff.reset()
    const readers = [...wakeSignals].map(([topic, wakeSignal]) => readTopic(session, topic, wakeSignal, signal))
    const tasks = [...readers, checkConnection(session, signal)].map((task) =>
      task.catch((error) => {
        failed.abort()
        throw error
      }),
    )
    const results = await Promise.allSettled(tasks)
    const failure = results.find((result) => result.status === 'rejected')
    if (!disposed.signal.aborted) throw failure?.reason ?? new Error('The connection was lost')
  }

  async function run(): Promise<void> {
    while (!disposed.signal.aborted) {
      try {
        await readUntilDisposed()
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error, group }, 'the event bus is unavailable')
      }
      await backOff.wait(disposed.signal)
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      disposed.abort()
      await running
    },
  }
}

type DeliveryRow = Pick<LogTable, 'event'> & { offset: LogTable['position'] }

/** `hasMissedEvents`: events after the offset were deleted before the group had read them. */
type CommittedOffset = { offset: OffsetsTable['position']; hasMissedEvents: boolean }

const HAS_MISSED_EVENTS = 'coalesce(missed_position > position, false) as "hasMissedEvents"'

/**
 * Creates a reader of one topic for one consumer group. All of its methods use one connection, so all of them fail when
 * the connection that holds the lock is lost.
 */
function createTopicReader(session: PostgresSession, group: string, topic: string) {
  return {
    /** Acquires the group's lock of the topic for the lifetime of the connection. Returns false if it is taken. */
    async tryLock(): Promise<boolean> {
      const { rows } = await session.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
        [`${group} ${topic}`],
      )
      return rows[0]?.locked ?? false
    },
    /** Reads the committed offset. Stores offset 0 for a new group, so that its lag is visible from the start. */
    async readOffset(): Promise<CommittedOffset> {
      await session.query(
        'insert into offsets (consumers, topic, position) values ($1, $2, 0) on conflict do nothing',
        [group, topic],
      )
      const { rows } = await session.query<CommittedOffset>(
        `select position as offset, ${HAS_MISSED_EVENTS} from offsets where consumers = $1 and topic = $2`,
        [group, topic],
      )
      return rows[0] ?? { offset: '0', hasMissedEvents: false }
    },
    /** Reads the next batch after `offset`. */
    async readBatch(offset: string): Promise<Delivery[]> {
      const { rows } = await session.query<DeliveryRow>({
        name: 'read-log',
        text: `select position as offset, event from log where topic = $1 and position > $2
               order by position limit $3`,
        values: [topic, offset, BATCH_SIZE],
      })
      return rows.map((row) => ({ topic, ...row }))
    },
    async commitOffset(offset: string): Promise<CommittedOffset> {
      const { rows } = await session.query<CommittedOffset>({
        name: 'commit-offset',
        text: `insert into offsets (consumers, topic, position) values ($1, $2, $3)
               on conflict (consumers, topic) do update set position = excluded.position
               returning position as offset, ${HAS_MISSED_EVENTS}`,
        values: [group, topic, offset],
      })
      return rows[0] ?? { offset, hasMissedEvents: false }
    },
    /** Stores that the missed events were reported. */
    async clearMissedEvents(): Promise<void> {
      await session.query('update offsets set missed_position = null where consumers = $1 and topic = $2', [
        group,
        topic,
      ])
    },
  }
}
