import type { DomainEvent } from '@meadow/contracts'
import { readMongoOutbox, readPostgresOutbox } from '@meadow/events/testing'
import { createMongoMemberReadModel, createPostgresMemberReadModel, type MemberReadModel } from '@meadow/members'
import type { MetricsSource } from '@meadow/service'
import type { Migrations, MongoCollection, MongoStore, PostgresPool } from '@meadow/storage'
import { onSharedMongo, openTestMongo } from '../databases/mongo.ts'
import { openAsService, openTestDatabase } from '../databases/postgres.ts'

/** The store of a service on a database of its own. */
export type TestStore<Ports> = AsyncDisposable & {
  ports: Ports
  members: MemberReadModel
  /** The connections, as a source of metrics. */
  engine: MetricsSource
  /** The address of the database. */
  url: string
  /** Reads the events that wait in the outbox, oldest first. */
  publishedEvents(): Promise<DomainEvent[]>
}

type PostgresOptions<Ports> = {
  migrations: readonly Migrations[]
  createPorts(pool: PostgresPool): Ports
}

type MongoOptions<Ports> = {
  collections: readonly MongoCollection[]
  createPorts(mongo: MongoStore): Ports
}

/** Opens the store of a service on a new PostgreSQL database, as a role that owns nothing; `pool` is the owner's. */
export async function openPostgresTestStore<Ports>(
  options: PostgresOptions<Ports>,
): Promise<TestStore<Ports> & { pool: PostgresPool; servicePool: PostgresPool }> {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openTestDatabase(...options.migrations))
  const servicePool = opening.use(await openAsService(database))
  const { pool, url } = database
  const opened = opening.move()
  return {
    pool,
    servicePool,
    ports: options.createPorts(servicePool),
    members: createPostgresMemberReadModel(pool),
    engine: servicePool,
    url,
    publishedEvents: () => readPostgresOutbox(pool),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Opens the store of a service on a new database of the MongoDB at `serverUrl`. */
export async function openMongoTestStore<Ports>(
  serverUrl: string,
  options: MongoOptions<Ports>,
): Promise<TestStore<Ports> & { mongo: MongoStore }> {
  const { mongo, url, ...database } = await openTestMongo(serverUrl, ...options.collections)
  return {
    mongo,
    ports: options.createPorts(mongo),
    members: createMongoMemberReadModel(mongo),
    engine: mongo,
    url,
    publishedEvents: () => readMongoOutbox(mongo),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

const { testMongoUrl } = globalThis as { testMongoUrl?: string }

/** Is true in the Jest project that runs services on MongoDB. */
export const isMongoProject = testMongoUrl !== undefined

/**
 * Creates the openers of a store that exists on both engines. `createInspector` adds what tests look at behind the back
 * of the service.
 */
export function createTestStores<Ports, Inspector>(options: {
  postgres: PostgresOptions<Ports> & { createInspector(pool: PostgresPool): Inspector }
  mongo: MongoOptions<Ports> & { createInspector(mongo: MongoStore): Inspector }
}) {
  type Opened = TestStore<Ports> & { inspect: Inspector }
  async function openPostgres(): Promise<Opened> {
    const store = await openPostgresTestStore(options.postgres)
    return { ...store, inspect: options.postgres.createInspector(store.pool) }
  }
  async function openMongo(serverUrl: string): Promise<Opened> {
    const store = await openMongoTestStore(serverUrl, options.mongo)
    return { ...store, inspect: options.mongo.createInspector(store.mongo) }
  }
  return {
    /** Opens the store on the engine of the current Jest project. */
    open: (): Promise<Opened> => (testMongoUrl ? openMongo(testMongoUrl) : openPostgres()),
    openMongo,
    /** Returns an opener for each engine, for a contract test. */
    listOpeners: async () => ({ postgres: openPostgres, ...(await onSharedMongo(openMongo)) }),
  }
}
