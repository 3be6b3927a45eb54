import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'
import type pg from 'pg'

type MigrationLoader = Exclude<
  NonNullable<RunnerOption['migrationLoaderStrategies']>[number]['loader'],
  string | undefined
>

/** The first line of a file that runs outside of a transaction. It holds one statement. */
const NO_TRANSACTION_LINE = /^-- no transaction *\r?\n/

/** Creates the loader of SQL files. Each runs in a transaction unless its first line is `-- no transaction`. */
export function createSqlFileLoader(client: pg.Client, lockTimeoutMs: number): MigrationLoader {
  const load = async (path: string) => {
    const sql = await readFile(path, 'utf8')
    const up = async (builder: MigrationBuilder) => {
      if (NO_TRANSACTION_LINE.test(sql)) await addWithoutTransaction(builder, { client, sql, lockTimeoutMs })
      else builder.sql(sql)
    }
    return { id: path, filePaths: [path], actions: { up } }
  }
  return (paths) => Promise.all(paths.map(load))
}

/**
 * Adds a statement such as `create index concurrently`, which waits for running transactions without holding up others:
 * it has no lock time-out. Indexes that an interrupted run left invalid are dropped first.
 */
async function addWithoutTransaction(
  builder: MigrationBuilder,
  { client, sql, lockTimeoutMs }: { client: pg.Client; sql: string; lockTimeoutMs: number },
): Promise<void> {
  builder.noTransaction()
  builder.sql('set lock_timeout = 0')
  for (const index of await listInvalidIndexes(client, sql)) builder.sql(`drop index concurrently if exists ${index}`)
  builder.sql(sql)
  builder.sql(`set lock_timeout = ${lockTimeoutMs}`)
}

/** Lists the invalid indexes whose names occur in `sql`. */
async function listInvalidIndexes(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ index: string }>(
    `select indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace and $1 ~ ('\\m' || relname || '\\M')`,
    [sql],
  )
  return rows.map(({ index }) => index)
}
