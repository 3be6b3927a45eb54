import pg from 'pg'
import { readDatabaseName } from '../postgres/database-url.ts'
import { type Migrations, migrate } from '../postgres/migrate.ts'
import { openPostgres } from '../postgres/open-postgres.ts'

/** A database that services share. */
export type SharedDatabase = {
  migrations: Migrations
  /** The rights of each role in the database, such as `select on log`. */
  grants: readonly string[]
  /** Statements that store the settings of the roles. */
  settings?: string
}

/** PostgreSQL refuses one of two transactions that change the rights on the same object at the same time. */
const LOCK_GRANTS_QUERY = `select pg_advisory_xact_lock(hashtextextended('grants', 0));`

/** Migrates a database that services share, and gives these roles their rights. `ownerUrl` names the database. */
export async function ensureSharedDatabase(
  ownerUrl: string,
  { migrations, grants, roles, settings = '' }: SharedDatabase & { roles: readonly string[] },
): Promise<void> {
  await using pool = await openPostgres(ownerUrl, { maxConnections: 1 })
  await migrate(pool, [migrations])
  const grantees = roles.map((role) => pg.escapeIdentifier(role)).join(', ')
  const rights = [`connect on database ${pg.escapeIdentifier(readDatabaseName(ownerUrl))}`, ...grants]
  const statements = grantees === '' ? [] : rights.map((right) => `grant ${right} to ${grantees};`)
  await pool.query([LOCK_GRANTS_QUERY, ...statements, settings].join('\n')) // several statements are one transaction
}
