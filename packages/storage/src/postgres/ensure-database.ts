import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { readConnectTimeoutMs, readDatabaseName, toMaintenanceUrl } from './database-url.ts'
import { getErrorCode } from './error-code.ts'

const DATABASE_MISSING_CODE = '3D000'
const TEMPLATE_BUSY_CODE = '55006'
/** duplicate_database, or unique_violation in its index: another process has just created the database. */
export const DATABASE_EXISTS_CODES = ['42P04', '23505']
const CONNECT_TIMEOUT_MS = 5_000

/** Runs `work` on a connection of its own. */
export async function withPostgresClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionTimeoutMillis = readConnectTimeoutMs(url, CONNECT_TIMEOUT_MS)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis })
  client.on('error', () => {}) // the running query reports the error
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createDatabase(url: string, attempts = 20): Promise<void> {
  const name = pg.escapeIdentifier(readDatabaseName(url))
  try {
    await withPostgresClient(toMaintenanceUrl(url), (client) => client.query(`create database ${name}`))
  } catch (error) {
    if (DATABASE_EXISTS_CODES.includes(getErrorCode(error) ?? '')) return
    if (getErrorCode(error) !== TEMPLATE_BUSY_CODE || attempts <= 1) throw error
    await setTimeout(50 + Math.random() * 100)
    await createDatabase(url, attempts - 1)
  }
}

/** Creates the database of `url` if it is missing. Several processes may do so at the same time. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await withPostgresClient(url, async () => {})
  } catch (error) {
    if (getErrorCode(error) !== DATABASE_MISSING_CODE) throw error
    await createDatabase(url)
  }
}
