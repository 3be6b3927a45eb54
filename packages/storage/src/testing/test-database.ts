import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { databaseUrl, maintenanceUrl } from '../postgres/database-url.ts'
import { type Migrations, migrate } from '../postgres/migrate.ts'
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts'

export type TestDatabase = AsyncDisposable & { pool: Postgres; url: string }

/** The embedded server that the tests share. */
function testServer(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run the tests by jest.config.mjs')
  return url
}

/** A fresh database with these migrations; dropped when it is disposed of, whoever is still connected. */
export async function testDatabase(...migrations: Migrations[]): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = databaseUrl(testServer(), name)
  const pool = await openPostgres(url, { name: 'test' })
  await migrate(pool, migrations)
  return {
    pool,
    url,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      const client = new pg.Client({ connectionString: maintenanceUrl(url) })
      await client.connect()
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
      await client.end()
    },
  }
}

/** Ends connections to this database as an administrator would; answers how many. */
export async function endConnections({ pool }: TestDatabase, applicationName: string): Promise<number> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`,
    [`${applicationName}%`],
  )
  return rowCount ?? 0
}
