import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, maintenanceUrl } from './database-url.ts'
import { codeOf } from './unavailable.ts'

const MISSING = '3D000'
const TEMPLATE_BUSY = '55006'
/** Another process was faster: said by the check of the name, or by the index under it. */
export const ALREADY_THERE = ['42P04', '23505']
const CONNECT_MS = 5_000

async function connectTo<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {}) // the query that runs reports it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createDatabase(url: string, attempts = 20): Promise<void> {
  const name = pg.escapeIdentifier(databaseOf(url))
  try {
    await connectTo(maintenanceUrl(url), (client) => client.query(`create database ${name}`))
  } catch (error) {
    if (ALREADY_THERE.includes(codeOf(error) ?? '')) return
    if (codeOf(error) !== TEMPLATE_BUSY || attempts <= 1) throw error
    await setTimeout(50 + Math.random() * 100)
    await createDatabase(url, attempts - 1)
  }
}

/** Makes sure that the database of `url` is there; several processes may do so at once. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await connectTo(url, async () => {})
  } catch (error) {
    if (codeOf(error) !== MISSING) throw error
    await createDatabase(url)
  }
}
