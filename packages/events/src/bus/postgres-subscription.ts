import type { Logger } from '@meadow/service'
import { createBackOff, openPostgresSession, type PostgresPool, type PostgresSession, sleep } from '@meadow/storage'
import { createWakeSignal, type WakeSignal } from '../wake-signal.ts'
import type { CountMissedEvents, Subscription } from './bus.ts'
import { handleWithRetries } from './handle-with-retries.ts'
import { BATCH_SIZE, type CommittedOffset, createTopicReader } from './postgres-topic-reader.ts'
import { readBatches } from './read-batches.ts'

/** The NOTIFY channel of the log. The payload names the topics of the new events, separated by commas. */
export const LOG_CHANNEL = 'log'

/** Interval at which a standby tries to acquire the lock of a topic. */
const LOCK_RETRY_MS = 1_000
/** Interval of a test query, because a dead connection may not report an error. */
const HEARTBEAT_INTERVAL_MS = 5_000
/** Interval of a read without a notification. It is needed only if a notification was lost. */
const POLL_INTERVAL_MS = 60_000

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
