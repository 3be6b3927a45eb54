import pg from 'pg'
import { openPostgresReader, type PostgresReader } from './postgres-reader.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

const MIGRATIONS_PREFIX = 'migrations_'

/** Generated columns are left out: the database calculates them again. */
const TABLES_QUERY = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname order by relname`

/** A change of a table waits for this time, and so does the backup for a change. */
const LOCK_TIMEOUT = '5s'

/**
 * Begins a transaction that reads all tables as of now, however long it takes, while the service writes. Migrations must
 * wait for its end. @throws Error when the database is away, or is being migrated
 */
export async function openPostgresSnapshot(url: string, leftOut: readonly string[] = []): Promise<StoreSnapshot> {
  await using opening = new AsyncDisposableStack()
  const reader = opening.use(await openPostgresReader(url))
  const { client } = reader
  await client.query(`begin isolation level repeatable read, read only; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const found = await client.query<{ name: string; columns: string[] }>(TABLES_QUERY)
  const tables = found.rows.filter(({ name }) => !leftOut.includes(name))
  if (tables.length > 0)
    await client.query(
      `lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
    )
  const names = tables.map(({ name }) => name).filter((name) => name.startsWith(MIGRATIONS_PREFIX))
  const migrations = await readMigrations(reader, names)
  const opened = opening.move()
  return {
    engine: 'postgres',
    migrations,
    tables: tables
      .filter(({ name }) => !names.includes(name))
      .map(({ name, columns }) => ({ name, columns, readLines: () => reader.readLines(toQuery(name, columns)) })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const toQuery = (table: string, columns: readonly string[]) =>
  `select ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${pg.escapeIdentifier(table)}`

async function readMigrations(
  { client }: PostgresReader,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await client.query<{ name: string }>(`select name from ${pg.escapeIdentifier(table)} order by id`)
    migrations[table.slice(MIGRATIONS_PREFIX.length)] = rows.map(({ name }) => name)
  }
  return migrations
}
