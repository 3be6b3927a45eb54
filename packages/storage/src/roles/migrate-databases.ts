import type { Logger } from '@meadow/service'
import { createMissingCollections } from '../mongo/mongo-collections.ts'
import type { MongoSchema } from '../mongo/mongo-migrations.ts'
import { migrateMongo } from '../mongo/mongo-migrator.ts'
import { openMongo } from '../mongo/open-mongo.ts'
import { toDatabaseUrl } from '../postgres/database-url.ts'
import { type Migrations, migrate } from '../postgres/migrate.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { ensureSharedDatabase, type SharedDatabase } from './shared-database.ts'
import { STATE_GRANTS, stateMigrations } from './state-grants.ts'
import { grantStore } from './store-grants.ts'

/** The schema of a service's store on each of its engines, and the database of the bus in PostgreSQL. */
export type ServiceSchema = {
  migrations: readonly Migrations[]
  mongo?: MongoSchema
  bus: SharedDatabase
}

/** The URLs sign in as the owners of the databases. */
export type OwnerUrls = { STORE_URL: string; BUS_URL?: string | undefined; STATE_URL?: string | undefined }

type MigrateOptions = {
  service: string
  schema: ServiceSchema
  /** The role of the service, which gets its rights on each database in PostgreSQL. */
  role?: string | undefined
  log: Logger
}

const stateDatabase: SharedDatabase = { migrations: stateMigrations, grants: STATE_GRANTS }

/** Migrates the store of a service, and the bus and the shared state if they are in PostgreSQL. Waits until all is done. */
export async function migrateDatabases(urls: OwnerUrls, { service, schema, role, log }: MigrateOptions): Promise<void> {
  if (isPostgresUrl(urls.STORE_URL)) {
    await using pool = await openPostgres(urls.STORE_URL, { database: `meadow_${service}`, maxConnections: 2, log })
    await migrate(pool, schema.migrations, log)
    if (role) await grantStore(pool, role)
  } else {
    const { mongo = { collections: [] } } = schema
    await using store = await openMongo(urls.STORE_URL, { database: `meadow_${service}` })
    await createMissingCollections(store, mongo.collections)
    await migrateMongo({ url: urls.STORE_URL, database: store.db.databaseName, schema: mongo, log })
  }
  const roles = role ? [role] : []
  for (const { url, database, ...shared } of [
    { url: urls.BUS_URL, database: 'meadow_bus', ...schema.bus },
    { url: urls.STATE_URL, database: 'meadow_state', ...stateDatabase },
  ])
    if (url && isPostgresUrl(url)) await ensureSharedDatabase(toDatabaseUrl(url, database), { ...shared, roles })
}

const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url)
