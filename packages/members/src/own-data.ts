import type { CallResponse, calls } from '@meadow/contracts'
import type { MongoDatabase, Queryable } from '@meadow/storage'

type OwnDataView = CallResponse<typeof calls.getAccountData>

/** One thing that a service holds about a member, as an export shows it: only what the member may read. */
export type OwnDataItem = Record<string, unknown>
/** A picture in an export: its name there, and its path in the media store of the service. */
export type OwnDataFile = { name: string; path: string }
/** Some things of one kind, at most `OWN_DATA_PAGE_SIZE`, with the pictures that they name. */
export type OwnDataPage = { kind: string; items: readonly OwnDataItem[]; files: readonly OwnDataFile[] }

/** Reads what a service holds about a member, for the member. */
export type OwnDataReader = {
  /** Counts the things of each kind. */
  count(memberId: string): Promise<OwnDataView>
  /** Reads all of them page by page, so that memory does not grow with their number. */
  readPages(memberId: string): AsyncIterable<OwnDataPage>
}

/** The largest number of things that a query of `readPages` returns. */
export const OWN_DATA_PAGE_SIZE = 500

/** Returns the picture at a path of the media store as an export names it. */
export const toOwnDataFile = (path: string): OwnDataFile => ({ name: `media/${path.split('/').at(-1)}`, path })

/** `since` is the time of the oldest item. */
type OwnDataRow = { kind: string; count: number; since: Date | null }

const toOwnDataView = (rows: readonly OwnDataRow[]): OwnDataView => ({
  kinds: rows.map(({ kind, count, since }) => ({ kind, count, since: since?.toISOString() ?? null })),
})

/** Returns the path of the picture that an item is about. */
type ToPicturePath = (item: OwnDataItem, memberId: string) => string

function toOwnDataPage(
  kind: string,
  rows: readonly OwnDataItem[],
  toPath: ((item: OwnDataItem) => string) | undefined,
): OwnDataPage {
  if (!toPath) return { kind, items: rows, files: [] }
  const files = rows.map((row) => toOwnDataFile(toPath(row)))
  return { kind, items: rows.map((row, index) => ({ ...row, file: files[index]?.name })), files }
}

/**
 * The things of one kind, by constant SQL. `from` has the tables with their condition on the member `$1`; `since` is the column with the
 * time of a row, without which it is unknown; `select` has the columns that the member may read; `key` is unique and orders the rows.
 * A kind without `select` is counted only.
 */
type PostgresOwnDataKind = {
  from: string
  since?: string
  select?: string
  key?: string
  toPicturePath?: ToPicturePath
}

/** Reads the pages of one kind by its key. */
async function* readPostgresPages(
  db: Queryable,
  memberId: string,
  kind: string,
  { from, select, key, toPicturePath }: PostgresOwnDataKind,
): AsyncGenerator<OwnDataPage> {
  if (!select || !key) return
  const toPath = toPicturePath && ((item: OwnDataItem) => toPicturePath(item, memberId))
  for (let after: string | undefined, hasMore = true; hasMore; ) {
    const { rows } = await db.query<OwnDataItem & { page_key: string }>(
      `select ${key}::text as page_key, ${select} from ${from} ${after === undefined ? '' : `and ${key} > $2`}
       order by ${key} limit ${OWN_DATA_PAGE_SIZE}`,
      after === undefined ? [memberId] : [memberId, after],
    )
    const items = rows.map(({ page_key: _, ...item }) => item)
    if (items.length > 0) yield toOwnDataPage(kind, items, toPath)
    after = rows.at(-1)?.page_key
    hasMore = rows.length === OWN_DATA_PAGE_SIZE
  }
}

/** Creates the reader on PostgreSQL of these kinds. */
export function createPostgresOwnDataReader(
  db: Queryable,
  kinds: Readonly<Record<string, PostgresOwnDataKind>>,
): OwnDataReader {
  const counts = Object.entries(kinds).map(
    ([kind, { from, since }]) =>
      `select '${kind}' as kind, count(*)::int as count, ${since ? `min(${since})` : 'null::timestamptz'} as since from ${from}`,
  )
  const text = counts.join(' union all ')
  return {
    count: async (memberId) => toOwnDataView((await db.query<OwnDataRow>(text, [memberId])).rows),
    async *readPages(memberId) {
      for (const [kind, definition] of Object.entries(kinds)) yield* readPostgresPages(db, memberId, kind, definition)
    },
  }
}

/**
 * The things of one kind in MongoDB: the stages that find the documents of a member, the field with their time, the name of the index to
 * use, and what the member may read of a document. `key` is unique and orders them. A kind without `toItem` is counted only.
 */
type MongoOwnDataKind = {
  collection: string
  stages: (memberId: string) => object[]
  /** Stages that add to the documents of a page what an item needs of other collections. */
  details?: object[]
  since: string
  hint?: string
  /** @default '_id' */
  key?: string
  // biome-ignore lint/suspicious/noExplicitAny: each collection has documents of its own type
  toItem?: (document: any) => OwnDataItem
  toPicturePath?: ToPicturePath
}

/** Reads the pages of one kind by its key. */
async function* readMongoPages(
  { db, operationOptions }: MongoDatabase,
  memberId: string,
  kind: string,
  { collection, stages, details = [], hint, key = '_id', toItem, toPicturePath }: MongoOwnDataKind,
): AsyncGenerator<OwnDataPage> {
  if (!toItem) return
  const toPath = toPicturePath && ((item: OwnDataItem) => toPicturePath(item, memberId))
  for (let after: unknown, hasMore = true; hasMore; ) {
    const found = await db
      .collection(collection)
      .aggregate<Record<string, unknown>>(
        [
          ...stages(memberId),
          ...(after === undefined ? [] : [{ $match: { [key]: { $gt: after } } }]),
          { $sort: { [key]: 1 } },
          { $limit: OWN_DATA_PAGE_SIZE },
          ...details,
        ],
        { ...operationOptions, ...(hint && { hint }) },
      )
      .toArray()
    if (found.length > 0) yield toOwnDataPage(kind, found.map(toItem), toPath)
    after = found.at(-1)?.[key]
    hasMore = found.length === OWN_DATA_PAGE_SIZE
  }
}

/** Creates the reader on MongoDB of these kinds. */
export const createMongoOwnDataReader = (
  mongo: MongoDatabase,
  kinds: Readonly<Record<string, MongoOwnDataKind>>,
): OwnDataReader => ({
  count: async (memberId) => {
    const rows = Object.entries(kinds).map(async ([kind, { collection, stages, since, hint }]) => {
      const [found] = await mongo.db
        .collection(collection)
        .aggregate<Omit<OwnDataRow, 'kind'>>(
          [...stages(memberId), { $group: { _id: null, count: { $sum: 1 }, since: { $min: `$${since}` } } }],
          { ...mongo.operationOptions, ...(hint && { hint }) },
        )
        .toArray()
      return { kind, count: found?.count ?? 0, since: found?.since ?? null }
    })
    return toOwnDataView(await Promise.all(rows))
  },
  async *readPages(memberId) {
    for (const [kind, definition] of Object.entries(kinds)) yield* readMongoPages(mongo, memberId, kind, definition)
  },
})
