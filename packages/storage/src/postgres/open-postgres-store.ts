import type { Logger } from '@meadow/service'
import { type Migrations, migrate } from './migrate.ts'
import { openPostgres, type PostgresPool } from './open-postgres.ts'

type PostgresStoreOptions = { service: string; migrations: readonly Migrations[]; log: Logger }

/** Opens and migrates the store of a service. The database is `meadow_<service>` unless `url` names another. */
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
