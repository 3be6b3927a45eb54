import type { Logger, MetricsSource } from '@meadow/service'
import type { MongoSchema } from './mongo/mongo-migrations.ts'
import type { MongoStore } from './mongo/open-mongo.ts'
import { openMongoStore } from './mongo/open-mongo-store.ts'
import type { Migrations } from './postgres/migrate.ts'
import type { PostgresPool } from './postgres/open-postgres.ts'
import { openPostgresStore } from './postgres/open-postgres-store.ts'
import type { AutoMigrate } from './postgres/prepare-schema.ts'

/** The schema and the ports of a service's store on each engine. */
type StoreEngines<Ports> = {
  postgres: { migrations: readonly Migrations[]; ports: (pool: PostgresPool) => Ports }
  mongo: MongoSchema & { ports: (mongo: MongoStore) => Ports }
}

/**
 * Opens the store of a service; the scheme of `url` chooses the engine. The database is `meadow_<service>` unless `url`
 * names another; it is migrated first, or in the background on MongoDB. Returns the ports and the store, which must be closed.
 */
export async function openServiceStore<Ports>(
  url: string,
  { service, autoMigrate, log }: { service: string; autoMigrate?: AutoMigrate; log: Logger },
  { postgres, mongo }: StoreEngines<Ports>,
): Promise<{ ports: Ports; store: AsyncDisposable & MetricsSource }> {
  if (/^postgres(?:ql)?:/.test(url)) {
    const store = await openPostgresStore(url, { service, migrations: postgres.migrations, autoMigrate, log })
    return { ports: postgres.ports(store), store }
  }
  if (/^mongodb(?:\+srv)?:/.test(url)) {
    const store = await openMongoStore(url, { service, schema: mongo, autoMigrate, log })
    return { ports: mongo.ports(store), store }
  }
  throw new Error(`No store for ${url.split(':', 1)}:`)
}
