import type { Logger, Measured } from '@meadow/service'
import type { Collection } from './mongo/collections.ts'
import type { MongoStore } from './mongo/open-mongo.ts'
import { openMongoStore } from './mongo/open-mongo-store.ts'
import type { Migrations } from './postgres/migrate.ts'
import type { Postgres } from './postgres/open-postgres.ts'
import { openStore } from './postgres/open-store.ts'

/** What a service keeps, by port, on each engine that it knows. */
type OnEngines<Ports> = {
  postgres: { migrations: readonly Migrations[]; ports: (pool: Postgres) => Ports }
  mongo: { collections: readonly Collection[]; ports: (mongo: MongoStore) => Ports }
}

/**
 * Opens the store of a service: the scheme of `url` chooses the engine. It is the database `meadow_<service>` unless `url`
 * names another, and is brought up to date. Answers the ports, and what to close and to measure.
 */
export async function openPorts<Ports>(
  url: string,
  { service, log }: { service: string; log: Logger },
  { postgres, mongo }: OnEngines<Ports>,
): Promise<{ ports: Ports; store: AsyncDisposable & Measured }> {
  if (/^postgres(?:ql)?:/.test(url)) {
    const store = await openStore(url, { service, migrations: postgres.migrations, log })
    return { ports: postgres.ports(store), store }
  }
  if (/^mongodb(?:\+srv)?:/.test(url)) {
    const store = await openMongoStore(url, { service, collections: mongo.collections })
    return { ports: mongo.ports(store), store }
  }
  throw new Error(`No store for ${url.split(':', 1)}:`)
}
