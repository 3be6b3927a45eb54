import { hash, randomBytes } from 'node:crypto'
import {
  DATABASE_EXISTS_CODES,
  type Migrations,
  migrate,
  openPostgres,
  type PostgresPool,
  toDatabaseUrl,
  toMaintenanceUrl,
} from '@meadow/storage'
import { grantStore } from '@meadow/storage/roles'
import pg from 'pg'

export type TestDatabase = AsyncDisposable & { pool: PostgresPool; url: string }

/** The role of a service: it may change rows, but owns nothing. Tests themselves are the superuser. */
const SERVICE_ROLE = 'meadow_test_service'
/** duplicate_object, or unique_violation when two processes create it at the same time. */
const ROLE_EXISTS_CODES = ['42710', '23505']

const QUEUE_TIMEOUT_MS = 60_000

/** Returns the URL of the embedded server that the tests share. */
function testServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run the tests by jest.config.mjs')
  return url
}

/** Opens a new database with these migrations. Disposal drops it, even with open connections. */
export async function openTestDatabase(...migrations: Migrations[]): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = migrations.length > 0 ? await findOrCreateTemplate(migrations) : 'template1'
  await createDatabaseFrom(template, name)
  const url = toDatabaseUrl(testServerUrl(), name)
  const pool = await openPostgres(url, { name: 'test' })
  return {
    pool,
    url,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await dropDatabase(name)
    },
  }
}

/** Returns the template database of these migrations, which tests copy. Creates it if it is missing. */
async function findOrCreateTemplate(migrations: readonly Migrations[]): Promise<string> {
  const template = `template_${hash('sha1', JSON.stringify(migrations))}`
  const { rowCount } = await runOnMaintenanceDatabase(`select from pg_database where datname = '${template}'`)
  if (rowCount === 0) await createTemplate(template, migrations)
  return template
}

/** Creates a template under a temporary name and renames it when it is complete. Several processes may do so at once. */
async function createTemplate(template: string, migrations: readonly Migrations[]): Promise<void> {
  const unfinished = `unfinished_${randomBytes(8).toString('hex')}`
  await createDatabaseFrom('template1', unfinished)
  await using pool = await openPostgres(toDatabaseUrl(testServerUrl(), unfinished))
  await migrate(pool, migrations)
  await ensureServiceRole()
  await grantStore(pool, SERVICE_ROLE)
  await pool[Symbol.asyncDispose]() // a connected database cannot be renamed
  try {
    await runOnMaintenanceDatabase(`alter database ${unfinished} rename to ${template}`)
  } catch (error) {
    if (!DATABASE_EXISTS_CODES.includes((error as pg.DatabaseError).code ?? '')) throw error
    await dropDatabase(unfinished)
  }
}

async function ensureServiceRole(): Promise<void> {
  await runOnMaintenanceDatabase(`create role ${SERVICE_ROLE} login password '${SERVICE_ROLE}'`).catch((error) => {
    if (!ROLE_EXISTS_CODES.includes(error.code)) throw error
  })
}

/**
 * Opens a test database as the service would, with migrations, whose role does not own it. Transactions of one row wait for
 * each other as long as a busy machine takes.
 */
export function openAsService({ url }: TestDatabase): Promise<PostgresPool> {
  const address = Object.assign(new URL(url), { username: SERVICE_ROLE, password: SERVICE_ROLE })
  return openPostgres(address.href, { name: 'test', queueTimeoutMs: QUEUE_TIMEOUT_MS })
}

/** Copies the files of the template: twice as fast as writing them to the log. */
const createDatabaseFrom = (template: string, name: string) =>
  runOnMaintenanceDatabase(`create database ${name} template ${template} strategy file_copy`)

const dropDatabase = (name: string) => runOnMaintenanceDatabase(`drop database if exists ${name} with (force)`)

async function runOnMaintenanceDatabase(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: toMaintenanceUrl(testServerUrl()) })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Terminates the connections with this application name. Returns their number. */
export async function terminateConnections({ pool }: TestDatabase, applicationName: string): Promise<number> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`,
    [`${applicationName}%`],
  )
  return rowCount ?? 0
}
