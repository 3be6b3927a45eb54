import type { Logger } from '@meadow/service'
import { type Migrations, migrate } from './migrate.ts'
import { openPostgres, type PostgresPool } from './open-postgres.ts'

type PostgresStoreOptions = { service: string; migrations: readonly Migrations[]; log: Logger }

/** Opens the store of a service, the database `meadow_<service>` unless `url` names another, and brings it up to date. */
export async function openPostgresStore(
  url: string,
  { service, migrations, log }: PostgresStoreOptions,
): Promise<PostgresPool> {
  await using opening = new AsyncDisposableStack()
  const pool = opening.use(await openPostgres(url, { database: `meadow_${service}`, name: `meadow ${service}`, log }))
  await migrate(pool, migrations)
  opening.move()
  return pool
}
