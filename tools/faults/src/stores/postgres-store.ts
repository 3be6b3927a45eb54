import type { ServiceStore } from './store.ts'

export type Row = Record<string, string | number>
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>

const FOLLOWS = "select from_id || ' ' || to_id as id from follows where active"

export const createPostgresServiceStore = (query: Query): ServiceStore => ({
  waiting: async () => toCount(await query('select count(*) from outbox')),
  handled: async (consumer, ids) =>
    toCount(await query('select count(*) from inbox where consumer = $1 and id = any($2::uuid[])', [consumer, ids])),
  members: async () => toIds(await query('select id from members')),
  follows: async () => toIds(await query(FOLLOWS)),
})

const toCount = ([row]: Row[]) => Number(row?.['count'])

export const toIds = (rows: Row[]): string[] => rows.map(({ id }) => String(id))
