export { closeServerDatabases, ensureOwnedDatabases, type OwnedDatabase } from './owned-databases.ts'
export { ensureSharedDatabase, type SharedDatabase } from './shared-database.ts'
export { STATE_GRANTS, stateMigrations } from './state-grants.ts'
export { grantStore } from './store-grants.ts'
