import type { Logger } from '@meadow/service'
import type { Migrations } from './migrate.ts'
import { openPostgres, type PostgresPool } from './open-postgres.ts'
import { type AutoMigrate, prepareSchema } from './prepare-schema.ts'

type PostgresStoreOptions = {
  service: string
  migrations: readonly Migrations[]
  autoMigrate?: AutoMigrate | undefined
  log: Logger
}

/**
 * Opens the store of a service and migrates it, or checks that it is migrated. The database is `meadow_<service>` unless
 * `url` names another. @throws Error that says what to do if migrations are missing
 */
export async function openPostgresStore(
  url: string,
  { service, log, ...schema }: PostgresStoreOptions,
): Promise<PostgresPool> {
  await using opening = new AsyncDisposableStack()
  const pool = opening.use(await openPostgres(url, { database: `meadow_${service}`, name: `meadow ${service}`, log }))
  await prepareSchema(pool, { ...schema, log })
  opening.move()
  return pool
}
