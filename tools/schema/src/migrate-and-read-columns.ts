import { migrate, type PostgresPool } from '@meadow/storage'
import type { SchemaOwner } from './owners.ts'
import { type Column, readColumns } from './read-columns.ts'

/** Runs the migrations of an owner on a new database. `previous` are the columns of the migrations that it depends on. */
export async function migrateAndReadColumns(
  pool: PostgresPool,
  { migrations, dependencies }: SchemaOwner,
): Promise<{ columns: Column[]; previous: Column[] }> {
  await migrate(pool, dependencies)
  const previous = await readColumns(pool)
  await migrate(pool, [migrations])
  return { columns: await readColumns(pool), previous }
}
