import { setTimeout as delay } from 'node:timers/promises'
import { events } from '@meadow/contracts'
import {
  announce,
  appendToOutbox,
  consumer,
  eventMigrations,
  on,
  openBus,
  postgresOutbox,
  postgresStore,
  relay,
  type Store,
} from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { migrate, openPostgres, type Postgres, type Queryable, transaction } from '@meadow/storage'
import { idOf, MEMBERS } from './ids.ts'

type Bound = { tx: Queryable }

const LONGEST = 30_000

type Where = { postgresUrl: string; busUrl?: string | undefined }

/** One service that commits events at this rate and one that takes them, on a bus of their own; milliseconds, sorted. */
export async function pipeline({ postgresUrl, busUrl }: Where, rate: number, seconds: number): Promise<number[]> {
  const at = (database: string) => Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href
  const log = createLogger({ name: 'bench', level: 'warn' })
  await using from = await openPostgres(at('bench_from'))
  await using to = await openPostgres(at('bench_to'))
  for (const pool of [from, to]) await migrate(pool, [eventMigrations])
  for (const pool of [from, to]) await pool.query('create table done (id uuid primary key)')
  await using bus = await openBus(busUrl ?? at('bench_bus'), { log })

  const committed = new Map<string, number>()
  const took: number[] = []
  const handled = (ids: readonly string[]) => {
    for (const id of ids) took.push(performance.now() - (committed.get(id) ?? performance.now())) // there before we were told
  }
  const publishing = relay({ outbox: postgresOutbox(from), bus, log })
  const taking = consumer({ name: 'bench', bus, store: noting(to, handled), handlers: [keep], log })
  await taking.start()
  await publishing.start()
  await commit(from, 0)
  publishing.wake()
  await come(took, 1) // a consumer that is still joining its group is no part of the figure
  took.length = 0
  const running: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; sent < rate * seconds; ) {
    for (; begun + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++)
      running.push(
        commit(from, sent).then((id) => {
          committed.set(id, performance.now())
          publishing.wake()
        }),
      )
    await delay(1)
  }
  await Promise.all(running)
  await come(took, running.length)
  await publishing.stop()
  await taking.stop()
  return took.sort((a, b) => a - b)
}

async function come(took: readonly number[], count: number): Promise<void> {
  for (const until = Date.now() + LONGEST; took.length < count; await delay(20))
    if (Date.now() > until) throw new Error(`Only ${took.length} of ${count} events came`)
}

const keep = on(events.postCreated, async ({ subject }, { tx }: Bound) => {
  await tx.query('insert into done values ($1)', [subject])
})

/** The write that causes an event, and the event, in one transaction. */
async function commit(pool: Postgres, n: number): Promise<string> {
  const [id, time] = [newId(new Date()), new Date()]
  const author = {
    _id: idOf('member', n % MEMBERS),
    username: `member${n}`,
    fullName: '',
    avatar: '',
    profileVersion: 1,
  }
  const data = { author, excerpt: 'Something', image: '', createdAt: time.toISOString(), rev: 1 }
  const event = announce(events.postCreated, { source: 'posts', subject: id, data, id, time })
  await transaction(pool, async (tx) => {
    await tx.query('insert into done values ($1)', [id])
    await appendToOutbox(tx, event)
  })
  return id
}

/** The store, which tells what it took once that is committed. */
function noting(pool: Postgres, handled: (ids: readonly string[]) => void): Store<Bound> {
  const store = postgresStore(pool, (tx): Bound => ({ tx }))
  return {
    async transaction(work) {
      let taken: readonly string[] = []
      const result = await store.transaction((bound, inbox) =>
        work(bound, {
          ...inbox,
          async takeNew(consumer, ids) {
            const fresh = await inbox.takeNew(consumer, ids)
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
