import type { CallResponse, calls } from '@meadow/contracts'
import type { MongoDatabase, Queryable } from '@meadow/storage'

type OwnDataView = CallResponse<typeof calls.getAccountData>

/** Counts what a service holds about a member, for the member. */
export type OwnDataReader = { count(memberId: string): Promise<OwnDataView> }

/** `since` is the time of the oldest item. */
type OwnDataRow = { kind: string; count: number; since: Date | null }

const toOwnDataView = (rows: readonly OwnDataRow[]): OwnDataView => ({
  kinds: rows.map(({ kind, count, since }) => ({ kind, count, since: since?.toISOString() ?? null })),
})

/**
 * Creates the reader on PostgreSQL. `kinds` has, by kind, constant SQL: `from` has the tables with their condition on the member `$1`, and
 * `since` is the column with the time of a row; without it the time is unknown.
 */
export function createPostgresOwnDataReader(
  db: Queryable,
  kinds: Readonly<Record<string, { from: string; since?: string }>>,
): OwnDataReader {
  const counts = Object.entries(kinds).map(
    ([kind, { from, since }]) =>
      `select '${kind}' as kind, count(*)::int as count, ${since ? `min(${since})` : 'null::timestamptz'} as since from ${from}`,
  )
  const text = counts.join(' union all ')
  return { count: async (memberId) => toOwnDataView((await db.query<OwnDataRow>(text, [memberId])).rows) }
}

type MongoOwnDataKind = { collection: string; stages: (memberId: string) => object[]; since: string; hint?: string }

/**
 * Creates the reader on MongoDB. `kinds` has, by kind, the stages that find the documents of a member, the field with their time, and the
 * name of the index to use.
 */
export const createMongoOwnDataReader = (
  { db, operationOptions }: MongoDatabase,
  kinds: Readonly<Record<string, MongoOwnDataKind>>,
): OwnDataReader => ({
  count: async (memberId) => {
    const rows = Object.entries(kinds).map(async ([kind, { collection, stages, since, hint }]) => {
      const [found] = await db
        .collection(collection)
        .aggregate<Omit<OwnDataRow, 'kind'>>(
          [...stages(memberId), { $group: { _id: null, count: { $sum: 1 }, since: { $min: `$${since}` } } }],
          { ...operationOptions, ...(hint && { hint }) },
        )
        .toArray()
      return { kind, count: found?.count ?? 0, since: found?.since ?? null }
    })
    return toOwnDataView(await Promise.all(rows))
  },
})
