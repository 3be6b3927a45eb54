import { setTimeout as delay } from 'node:timers/promises'
import { events } from '@meadow/contracts'
import {
  appendToPostgresOutbox,
  type ConsumerStore,
  createConsumer,
  createEvent,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
  onEvent,
  openBus,
} from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { migrate, openPostgres, type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { toSeedId } from '../seed/seed-ids.ts'

type PipelineHandlerDeps = { tx: Queryable }

const EFFECT_TIMEOUT_MS = 30_000

type PipelineOptions = { postgresUrl: string; busUrl: string | undefined }

/** A producer and a consumer of events in this process, with their own bus. */
export type EventPipeline = AsyncDisposable & {
  /** Commits events at this rate. Returns the sorted times (ms) from commit to effect. */
  run(rate: number, seconds: number): Promise<number[]>
}

/** Opens the pipeline on new databases. The bus is one of them unless `busUrl` is set. */
export async function openEventPipeline({ postgresUrl, busUrl }: PipelineOptions): Promise<EventPipeline> {
  const at = (database: string) => Object.assign(new URL(postgresUrl), { pathname: `/bench_${database}` }).href
  const log = createLogger({ name: 'bench', level: 'warn' })
  await using opening = new AsyncDisposableStack()
  const from = opening.use(await openPostgres(at('from')))
  const to = opening.use(await openPostgres(at('to')))
  for (const pool of [from, to]) await migrate(pool, [eventDeliveryMigrations])
  for (const pool of [from, to]) await pool.query('create table done (id uuid primary key)')
  const bus = opening.use(await openBus(busUrl ?? at('bus'), { log }))

  const committed = new Map<string, number>()
  const durationsMs: number[] = []
  const handled = (ids: readonly string[]) => {
    for (const id of ids) durationsMs.push(performance.now() - (committed.get(id) ?? performance.now())) // the effect may precede the response of the commit
  }
  const relay = createOutboxRelay({ outbox: createPostgresOutbox(from), bus, log })
  const consumer = createConsumer({
    name: 'bench',
    bus,
    store: createObservedStore(to, handled),
    handlers: [onPostCreated],
    log,
    now: () => new Date(),
  })
  for (const background of [consumer, relay]) {
    await background.start()
    opening.defer(() => background.stop())
  }
  const commitNext = async () => {
    const id = await commitEvent(from)
    committed.set(id, performance.now())
  }
  await commitNext()
  await waitForEffects(durationsMs, 1) // waits until the consumer has joined its group
  const opened = opening.move()
  return {
    async run(rate, seconds) {
      durationsMs.length = 0
      const running: Promise<void>[] = []
      const startedAt = performance.now()
      for (let sent = 0; sent < rate * seconds; ) {
        for (; startedAt + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++)
          running.push(commitNext())
        await delay(1)
      }
      await Promise.all(running)
      await waitForEffects(durationsMs, running.length)
      return durationsMs.toSorted((a, b) => a - b)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function waitForEffects(durationsMs: readonly number[], count: number): Promise<void> {
  for (const deadline = Date.now() + EFFECT_TIMEOUT_MS; durationsMs.length < count; await delay(20))
    if (Date.now() > deadline) throw new Error(`Only ${durationsMs.length} of ${count} events arrived`)
}

const onPostCreated = onEvent(events.postCreated, async ({ subject }, { tx }: PipelineHandlerDeps) => {
  await tx.query('insert into done values ($1)', [subject])
})

/** Commits a write and its event in one transaction. */
async function commitEvent(pool: PostgresPool): Promise<string> {
  const [id, time] = [newId(new Date()), new Date()]
  const author = { _id: toSeedId('member', 0), username: 'member0', fullName: '', avatar: '', profileVersion: 1 }
  const data = { author, excerpt: 'Something', image: '', createdAt: time.toISOString(), rev: 1 }
  const event = createEvent(events.postCreated, { source: 'posts', subject: id, data, id, time })
  await withPostgresTransaction(pool, async (tx) => {
    await tx.query('insert into done values ($1)', [id])
    await appendToPostgresOutbox(tx, event)
  })
  return id
}

/** Creates a store that calls `handled` with the new event ids after each commit. */
function createObservedStore(
  pool: PostgresPool,
  handled: (ids: readonly string[]) => void,
): ConsumerStore<PipelineHandlerDeps> {
  const store = createPostgresConsumerStore(pool, (tx): PipelineHandlerDeps => ({ tx }))
  return {
    ping: store.ping,
    async transaction(work) {
      let events: readonly string[] = []
      const result = await store.transaction((bound, inbox) =>
        work(bound, {
          ...inbox,
          async insertNew(consumer, entries) {
            const fresh = await inbox.insertNew(consumer, entries)
            events = [...fresh]
            return fresh
          },
        }),
      )
      handled(events)
      return result
    },
  }
}
