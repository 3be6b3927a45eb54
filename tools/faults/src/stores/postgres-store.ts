import type { Store } from './store.ts'

export type Row = Record<string, string | number>
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>

const FOLLOWS = "select from_id || ' ' || to_id as id from follows where active"

export const postgresStore = (query: Query): Store => ({
  waiting: async () => countOf(await query('select count(*) from outbox')),
  handled: async (consumer, ids) =>
    countOf(await query('select count(*) from inbox where consumer = $1 and id = any($2::uuid[])', [consumer, ids])),
  members: async () => idsOf(await query('select id from members')),
  follows: async () => idsOf(await query(FOLLOWS)),
})

const countOf = ([row]: Row[]) => Number(row?.['count'])

export const idsOf = (rows: Row[]): string[] => rows.map(({ id }) => String(id))
