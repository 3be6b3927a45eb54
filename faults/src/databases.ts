import pg from 'pg'
import { SERVICES, type Service } from './history.ts'

type Row = Record<string, string | number>

/** The stores of the services and the bus, to look behind their answers. */
export type Databases = AsyncDisposable & {
  query(database: Service | 'bus', text: string, values?: unknown[]): Promise<Row[]>
  /** How many events wait in the outbox of a service. */
  waiting(service: Service): Promise<number>
  /** How many events a service has handled and not yet put behind it. */
  beyondOffset(service: Service): Promise<number>
  /** How many events lie on the bus that a service has not put behind it. */
  lag(): Promise<number>
}

const BEYOND = `
  select o.consumers, l.event ->> 'id' as id from offsets o
  join log l on l.topic = o.topic and l.position > o.position`

export function openDatabases(url: string): Databases {
  const open = (database: string) =>
    new pg.Pool({ connectionString: Object.assign(new URL(url), { pathname: `/meadow_${database}` }).href, max: 2 })
  const databases = [...SERVICES, 'bus'] as const
  const pools = Object.fromEntries(databases.map((name) => [name, open(name)])) as Record<Service | 'bus', pg.Pool>
  for (const pool of Object.values(pools)) pool.on('error', () => undefined)
  const query = async (database: keyof typeof pools, text: string, values: unknown[] = []) =>
    (await pools[database].query<Row>(text, values)).rows
  const countOf = ([row]: Row[]) => Number(row?.['count'])

  return {
    query,
    waiting: async (service) => countOf(await query(service, 'select count(*) from outbox')),
    async beyondOffset(service) {
      const beyond = (await query('bus', BEYOND)).filter(({ consumers }) => consumers === service)
      const ids = beyond.map(({ id }) => id)
      return countOf(
        await query(service, 'select count(*) from inbox where consumer = $1 and id = any($2::uuid[])', [service, ids]),
      )
    },
    lag: async () => (await query('bus', BEYOND)).length,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
