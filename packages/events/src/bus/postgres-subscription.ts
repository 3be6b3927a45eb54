import type { Logger } from '@meadow/service'
import { createBackOff, openPostgresSession, type PostgresPool, type PostgresSession, sleep } from '@meadow/storage'
import { createWakeSignal, type WakeSignal } from '../bell.ts'
import type { Delivery, Subscription } from './bus.ts'
import { placeIn } from './postgres-place.ts'

export const LOG_CHANNEL = 'log'

/** How long a stand-by waits before it asks for the place of the one that runs. */
const STAND_BY_MS = 1_000
/** How often one asks, because a connection can be dead without saying so. */
const HEARTBEAT_MS = 5_000
/** How often one looks without having been told, which is never needed while the connection lives. */
const LOOK_MS = 60_000

/** Keeps one group reading its topics until it is disposed of, on a connection that is made again when it is lost. */
export function subscribeToLog(
  pool: () => Promise<PostgresPool>,
  subscription: Subscription,
  log: Logger,
): AsyncDisposable {
  const { group, topics, handle } = subscription
  const disposed = new AbortController()
  const backOff = createBackOff()

  /** Handles a batch until it succeeds. Answers whether it did, which is false only at the end. */
  async function handled(batch: Delivery[], over: AbortSignal): Promise<boolean> {
    const patience = createBackOff()
    while (!over.aborted) {
      try {
        await handle(batch)
        if (patience.failures > 0) log.info({ group }, 'events are handled again')
        return true
      } catch (error) {
        if (patience.failures === 0) log.warn({ err: error, group }, 'events wait until they can be handled')
        await patience.wait(over)
      }
    }
    return false
  }

  async function follow(session: PostgresSession, topic: string, bell: WakeSignal, over: AbortSignal): Promise<void> {
    const place = placeIn(session, group, topic)
    while (!over.aborted && !(await place.lock())) await sleep(STAND_BY_MS, over)
    if (over.aborted) return
    let position = await place.position()
    while (!over.aborted) {
      const batch = await place.after(position)
      const last = batch.at(-1)
      if (!last) await bell.wait(LOOK_MS, over)
      else if (await handled(batch, over)) {
        position = last.offset
        await place.moveTo(position)
      }
    }
  }

  async function watch(session: PostgresSession, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(HEARTBEAT_MS, over)
      if (!over.aborted) await session.query('select 1')
    }
  }

  /** Reads all topics on one connection, until it is over. @throws when the connection is lost */
  async function connected(): Promise<void> {
    await using session = await openPostgresSession(await pool(), `meadow bus, ${group}`)
    await session.query('set synchronous_commit = off') // a place that a crash forgets brings repeats, which inboxes drop
    const failed = new AbortController()
    const over = AbortSignal.any([failed.signal, disposed.signal, session.lost])
    const bells = new Map(topics.map((topic) => [topic, createWakeSignal()]))
    await session.listen(LOG_CHANNEL, (told) => {
      for (const topic of told.split(',')) bells.get(topic)?.wake()
    })
    backOff.reset()
    const readers = [...bells].map(([topic, bell]) => follow(session, topic, bell, over))
    const works = [...readers, watch(session, over)].map((work) =>
      work.catch((error) => {
        failed.abort()
        throw error
      }),
    )
    const ends = await Promise.allSettled(works)
    const failure = ends.find((end) => end.status === 'rejected')
    if (!disposed.signal.aborted) throw failure?.reason ?? new Error('The connection was lost')
  }

  async function run(): Promise<void> {
    while (!disposed.signal.aborted) {
      try {
        await connected()
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error, group }, 'the event bus is away')
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
