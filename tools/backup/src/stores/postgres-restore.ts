import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { type Migrations, migrate, openPostgres, type PostgresPool } from '@meadow/storage'
import pg from 'pg'
import { readLineFile } from '../line-files.ts'
import type { StoredStore, StoredTable } from '../manifest.ts'
import { openPostgresReader } from './postgres-reader.ts'

type PostgresRestoreOptions = {
  /** The folder of the backup. */
  folder: string
  service: string
  stored: StoredStore
  /** The folders of migrations of the service. */
  migrations: readonly Migrations[]
}

/**
 * Creates the tables as they were, and loads their rows in one transaction. The next start of the service runs the
 * migrations that have been added since.
 * @throws Error if the database is not empty, or the backup has migrations that are unknown here
 */
export async function restorePostgresStore(url: string, options: PostgresRestoreOptions): Promise<void> {
  const { service, stored, folder, migrations } = options
  await using pool = await openPostgres(url, { database: `meadow_${service}`, maxConnections: 2 })
  await assertNoTables(pool, service)
  await migrateAsStored(pool, { stored, migrations, service })
  await using reader = await openPostgresReader(pool.options.connectionString ?? url)
  const { client } = reader
  await client.query('begin')
  const constraints = await dropForeignKeys(client)
  await emptyTables(client)
  const tablesWithTriggers = await disableTriggers(client)
  for (const table of stored.tables) await loadTable(client, join(folder, table.file), table)
  for (const table of tablesWithTriggers) await client.query(`alter table ${table} enable trigger user`)
  for (const statement of constraints) await client.query(statement)
  await continueSequences(client)
  await client.query('commit')
  const restored = stored.tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`analyze ${restored.join(', ')}`) // without names it warns of each catalog that the service does not own
}

/** @throws Error if the database has tables */
async function assertNoTables(pool: Pick<PostgresPool, 'query'>, service: string): Promise<void> {
  const { rowCount } = await pool.query(`select from pg_tables where schemaname = 'public' limit 1`)
  if (rowCount) throw new Error(`The database of ${service} is not empty: restore into an empty one`)
}

/** Runs only the migrations that had run at the time of the backup. */
async function migrateAsStored(
  pool: PostgresPool,
  { stored, migrations, service }: Pick<PostgresRestoreOptions, 'stored' | 'migrations' | 'service'>,
): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'meadow-migrations-'))
  try {
    const known = new Map(migrations.map((one) => [one.name, one.dir]))
    const past: Migrations[] = []
    for (const [name, names] of Object.entries(stored.migrations)) {
      const dir = join(copy, name)
      await copyMigrations(known.get(name), dir, { names: new Set(names), service })
      past.push({ name, dir })
    }
    const order = [...known.keys()]
    await migrate(
      pool,
      past.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    )
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copyMigrations(
  source: string | undefined,
  target: string,
  { names, service }: { names: Set<string>; service: string },
): Promise<void> {
  const files = source === undefined ? [] : await readdir(source)
  const past = files.filter((file) => names.has(parse(file).name))
  const missing = names.size - past.length
  if (source === undefined || missing > 0)
    throw new Error(`The backup is of a newer version: ${missing} migrations of ${service} are unknown here`)
  for (const file of past) await cp(join(source, file), join(target, file))
}

const FOREIGN_KEYS_QUERY = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`

/** Drops the foreign keys, because rows come in any order. Returns the statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(FOREIGN_KEYS_QUERY)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

/** A bit of `pg_trigger.tgtype`: TRIGGER_TYPE_INSERT of PostgreSQL's source. */
const TRIGGERS_OF_INSERT = 4

/** Disables the triggers that a new row fires: what they had written is in the backup too. Returns their tables. */
async function disableTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass as name from pg_trigger
     where not tgisinternal and tgtype & ${TRIGGERS_OF_INSERT} <> 0 and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  )
  for (const { name } of rows) await client.query(`alter table ${name} disable trigger user`)
  return rows.map(({ name }) => name)
}

/** Removes the rows that migrations have inserted. */
async function emptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'migrations\\_%'`,
  )
  const filled: string[] = [] // an empty table may refuse to be emptied: an audit log does
  for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rowCount) filled.push(name)
  if (filled.length > 0) await client.query(`truncate ${filled.join(', ')}`)
}

/** @throws Error if not all rows of the table could be stored */
async function loadTable(client: pg.Client, file: string, { name, columns, lines }: StoredTable): Promise<void> {
  const table = pg.escapeIdentifier(name)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const text = `insert into ${table} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${table}, $1::json)`
  let loaded = 0
  for await (const batch of readLineFile(file))
    loaded += (await client.query(text, [`[${batch.join(',')}]`])).rowCount ?? 0
  if (loaded !== lines) throw new Error(`${loaded} of ${lines} rows of ${name} were restored`)
}

const SEQUENCES_QUERY = `
  select format('select setval(%L, greatest(max(%I), 1), max(%I) is not null) from %I',
    pg_get_serial_sequence(quote_ident(relname), attname), attname, attname, relname) as statement
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> '' and not attisdropped
    and relname not like 'migrations\\_%'`

/** Makes the numbers of identity columns continue after the restored ones. */
async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(SEQUENCES_QUERY)
  for (const { statement } of rows) await client.query(statement)
}
