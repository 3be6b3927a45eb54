import { setTimeout as delay } from 'node:timers/promises'
import { events } from '@meadow/contracts'
import {
  createEvent,
  appendToPostgresOutbox,
  createConsumer,
  eventDeliveryMigrations,
  onEvent,
  openBus,
  createPostgresOutbox,
  createPostgresConsumerStore,
  createOutboxRelay,
  type ConsumerStore,
} from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { migrate, openPostgres, type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { idOf } from './ids.ts'

type Bound = { tx: Queryable }

const LONGEST = 30_000

type Where = { postgresUrl: string; busUrl: string | undefined }

/** One service that commits events and one that takes them, on a bus of their own. */
export type Pipeline = AsyncDisposable & {
  /** Milliseconds from commit to effect at this rate, sorted. */
  run(rate: number, seconds: number): Promise<number[]>
}

/** Opens it on databases of its own, the bus among them unless `busUrl` names another. */
export async function openPipeline({ postgresUrl, busUrl }: Where): Promise<Pipeline> {
  const at = (database: string) => Object.assign(new URL(postgresUrl), { pathname: `/bench_${database}` }).href
  const log = createLogger({ name: 'bench', level: 'warn' })
  await using opening = new AsyncDisposableStack()
  const from = opening.use(await openPostgres(at('from')))
  const to = opening.use(await openPostgres(at('to')))
  for (const pool of [from, to]) await migrate(pool, [eventDeliveryMigrations])
  for (const pool of [from, to]) await pool.query('create table done (id uuid primary key)')
  const bus = opening.use(await openBus(busUrl ?? at('bus'), { log }))

  const committed = new Map<string, number>()
  const took: number[] = []
  const handled = (ids: readonly string[]) => {
    for (const id of ids) took.push(performance.now() - (committed.get(id) ?? performance.now())) // there before we were told
  }
  const publishing = createOutboxRelay({ outbox: createPostgresOutbox(from), bus, log })
  const taking = createConsumer({ name: 'bench', bus, store: noting(to, handled), handlers: [keep], log })
  for (const background of [taking, publishing]) {
    await background.start()
    opening.defer(() => background.stop())
  }
  const commitNext = async () => {
    const id = await commit(from)
    committed.set(id, performance.now())
  }
  await commitNext()
  await come(took, 1) // a consumer that is still joining its group is no part of the figure
  const opened = opening.move()
  return {
    async run(rate, seconds) {
      took.length = 0
      const running: Promise<void>[] = []
      const begun = performance.now()
      for (let sent = 0; sent < rate * seconds; ) {
        for (; begun + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++)
          running.push(commitNext())
        await delay(1)
      }
      await Promise.all(running)
      await come(took, running.length)
      return took.toSorted((a, b) => a - b)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function come(took: readonly number[], count: number): Promise<void> {
  for (const until = Date.now() + LONGEST; took.length < count; await delay(20))
    if (Date.now() > until) throw new Error(`Only ${took.length} of ${count} events came`)
}

const keep = onEvent(events.postCreated, async ({ subject }, { tx }: Bound) => {
  await tx.query('insert into done values ($1)', [subject])
})

/** The write that causes an event, and the event, in one transaction. */
async function commit(pool: PostgresPool): Promise<string> {
  const [id, time] = [newId(new Date()), new Date()]
  const author = { _id: idOf('member', 0), username: 'member0', fullName: '', avatar: '', profileVersion: 1 }
  const data = { author, excerpt: 'Something', image: '', createdAt: time.toISOString(), rev: 1 }
  const event = createEvent(events.postCreated, { source: 'posts', subject: id, data, id, time })
  await withPostgresTransaction(pool, async (tx) => {
    await tx.query('insert into done values ($1)', [id])
    await appendToPostgresOutbox(tx, event)
  })
  return id
}

/** The store, which tells what it took once that is committed. */
function noting(pool: PostgresPool, handled: (ids: readonly string[]) => void): ConsumerStore<Bound> {
  const store = createPostgresConsumerStore(pool, (tx): Bound => ({ tx }))
  return {
    async transaction(work) {
      let taken: readonly string[] = []
      const result = await store.transaction((bound, inbox) =>
        work(bound, {
          ...inbox,
          async insertNew(consumer, ids) {
            const fresh = await inbox.insertNew(consumer, ids)
            taken = [...fresh]
            return fresh
          },
        }),
      )
      handled(taken)
      return result
    },
  }
}
