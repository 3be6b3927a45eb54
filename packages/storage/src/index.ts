export { foldText } from '@meadow/contracts/fold-text'
export { type BackOff, createBackOff } from './back-off.ts'
export { type BatchReader, createBatchReader } from './batch-reader.ts'
export { type BatchOutcome, type BatchWriter, createBatchWriter } from './batch-writer.ts'
export { openStoreClock } from './clock/open-store-clock.ts'
export { listenForCommitSignals, signalOnCommit } from './commit-signal.ts'
export { findDataFolder, findStoreUrl } from './find-store-url.ts'
export { createHourlyCleanup } from './hourly-cleanup.ts'
export { createKeyedQueue } from './keyed-queue.ts'
export { createLazyResource } from './lazy-resource.ts'
export { readFilteredWindow } from './mongo/filtered-window.ts'
export { ensureMongoCollections } from './mongo/mongo-collections.ts'
export type { MongoDatabase } from './mongo/mongo-database.ts'
export { dropMongoIndexes, type MongoCollection } from './mongo/mongo-indexes.ts'
export type { MongoMigration } from './mongo/mongo-migrations.ts'
export { withMongoTransaction } from './mongo/mongo-transaction.ts'
export {
  type MongoWrite,
  runMongoWrites,
  toMongoDelete,
  toMongoInsert,
  toMongoUpdate,
} from './mongo/mongo-writes.ts'
export { type MongoStore, openMongo } from './mongo/open-mongo.ts'
export { openMongoStore } from './mongo/open-mongo-store.ts'
export { runMongoOperations } from './mongo/run-mongo-operations.ts'
export { openPlatformClients } from './open-platform-clients.ts'
export { openServiceStore } from './open-service-store.ts'
export { createPollingTask, type PollingTask } from './polling-task.ts'
export { toArrayParameter, toJsonArrayParameter } from './postgres/array-parameter.ts'
export { toDatabaseUrl, toMaintenanceUrl } from './postgres/database-url.ts'
export { DATABASE_EXISTS_CODES } from './postgres/ensure-database.ts'
export { isForeignKeyViolation, isUniqueViolation } from './postgres/error-code.ts'
export { type Migrations, migrate, readContractVersion } from './postgres/migrate.ts'
export { openPostgres, type PostgresPool, type Queryable } from './postgres/open-postgres.ts'
export { openPostgresStore } from './postgres/open-postgres-store.ts'
export type { PipelinedTransaction } from './postgres/pipelined-transaction.ts'
export { createPoolMetrics } from './postgres/pool-metrics.ts'
export { POSTGRES_POOL_SIZES } from './postgres/pool-sizes.ts'
export { openPostgresSession, type PostgresSession } from './postgres/postgres-session.ts'
export {
  withPipelinedTransaction,
  withPostgresTransaction,
  withQueuedPostgresTransaction,
} from './postgres/postgres-transaction.ts'
export { type AutoMigrate, prepareSchema } from './postgres/prepare-schema.ts'
export { isTransientError } from './postgres/transient-error.ts'
export { openSharedState } from './state/open-shared-state.ts'
export { isRedisUrl } from './state/redis-address.ts'
export type { SharedState } from './state/shared-state.ts'
export { isStatementTimeout } from './statement-timeout.ts'
export { isStoreOutage } from './store-outage.ts'
export { scheduleHourly, sleep } from './timers.ts'
export { openWhenAvailable, waitForStore } from './wait-for-store.ts'
