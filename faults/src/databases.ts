import { type Bus, openBus } from '@meadow/events'
import { openOperator } from '@meadow/events/testing'
import { createLogger } from '@meadow/service'
import pg from 'pg'
import { SERVICES, type Service } from './history.ts'

type Row = Record<string, string | number>

/** The stores of the services and the bus, to look behind their answers. */
export type Databases = AsyncDisposable & {
  query(database: Service, text: string, values?: unknown[]): Promise<Row[]>
  /** How many events wait in the outbox of a service. */
  waiting(service: Service): Promise<number>
  /** How many events a service has handled and not yet put behind it, where PostgreSQL is the bus. */
  beyondOffset(service: Service): Promise<number>
  /** Which services are behind on the bus. */
  lag(): Promise<{ group: string; topic: string; behind: number }[]>
  /** What messages an event of this type was told of, each once. */
  announced(type: string): string[]
  /** The ids of the events that are dead letters, one for each consumer that refused it. */
  dead(): Promise<string[]>
}

const BEYOND = `
  select o.consumers, l.event ->> 'id' as id from offsets o
  join log l on l.topic = o.topic and l.position > o.position`

/** `postgresUrl`: the server of the stores; the bus is there, too, where it has no address of its own. */
export async function openDatabases(postgresUrl: string, busUrl = postgresUrl): Promise<Databases> {
  await using opening = new AsyncDisposableStack()
  const log = createLogger({ name: 'faults', level: 'fatal' }) // what is taken away is missed
  const operator = opening.use(await openOperator(busUrl, { log }))
  const announced = new Map<string, Set<string>>()
  opening.use(await listen(opening.use(await openBus(busUrl, { log })), announced))
  const open = (database: string) => {
    const connectionString = Object.assign(new URL(postgresUrl), { pathname: `/meadow_${database}` }).href
    const pool = opening.adopt(new pg.Pool({ connectionString, max: 2 }), (it) => it.end())
    pool.on('error', () => undefined)
    return pool
  }
  const pools = Object.fromEntries(SERVICES.map((name) => [name, open(name)])) as Record<Service, pg.Pool>
  const busPool = open('bus')
  const query = async (database: Service, text: string, values: unknown[] = []) =>
    (await pools[database].query<Row>(text, values)).rows
  const countOf = ([row]: Row[]) => Number(row?.['count'])
  const opened = opening.move()

  return {
    query,
    waiting: async (service) => countOf(await query(service, 'select count(*) from outbox')),
    async beyondOffset(service) {
      const { rows } = await busPool.query<Row>(BEYOND)
      const ids = rows.filter(({ consumers }) => consumers === service).map(({ id }) => id)
      return countOf(
        await query(service, 'select count(*) from inbox where consumer = $1 and id = any($2::uuid[])', [service, ids]),
      )
    },
    async lag() {
      const lags = await operator.lag()
      return lags.filter(({ group, behind }) => behind > 0 && SERVICES.some((service) => service === group))
    },
    announced: (type) => [...(announced.get(type) ?? [])],
    dead: async () => (await operator.deadLetters()).map(({ letter }) => (letter.event as { id: string }).id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Notes all that is told of messages: their ids, by the type of the event. */
const listen = (bus: Bus, told: Map<string, Set<string>>): Promise<AsyncDisposable> =>
  bus.subscribe({
    group: 'faults',
    topics: ['messages'],
    async handle(batch) {
      for (const { event } of batch) {
        const { type, data } = event as { type: string; data: { messageId?: string } }
        const ids = told.get(type) ?? new Set()
        told.set(type, ids)
        if (data.messageId) ids.add(data.messageId)
      }
    },
  })
