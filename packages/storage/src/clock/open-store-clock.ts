import type { Logger } from '@meadow/service'
import pg from 'pg'
import { MONGO_PROBE_OPTIONS } from '../mongo/mongo-probe.ts'
import { readConnectTimeoutMs, toDatabaseUrl } from '../postgres/database-url.ts'
import { ensureDatabase } from '../postgres/ensure-database.ts'
import { createStoreClock, type StoreClock } from './store-clock.ts'

const TIMEOUT_MS = 3_000

/** Opens the clock of a service, corrected by the server of its store. The store may be unavailable. */
export const openStoreClock = (url: string, { service, log }: { service: string; log: Logger }): Promise<StoreClock> =>
  createStoreClock({ readStoreTime: () => readStoreTime(url, service), log })

/** Reads the time of the server. @throws Error when it is away */
export const readStoreTime = (url: string, service: string): Promise<Date> =>
  url.startsWith('mongodb') ? readMongoTime(url) : readPostgresTime(url, service)

async function readPostgresTime(url: string, service: string): Promise<Date> {
  const connectionString = toDatabaseUrl(url, `meadow_${service}`)
  await ensureDatabase(connectionString) // the first start creates it
  const client = new pg.Client({
    connectionString,
    application_name: `meadow ${service} clock`,
    connectionTimeoutMillis: readConnectTimeoutMs(connectionString, TIMEOUT_MS),
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  try {
    const { rows } = await client.query<{ time: Date }>('select clock_timestamp() as time')
    return rows[0]?.time ?? new Date()
  } finally {
    await client.end()
  }
}

async function readMongoTime(url: string): Promise<Date> {
  const { MongoClient } = await import('mongodb') // loaded only if MongoDB is used
  await using client = new MongoClient(url, MONGO_PROBE_OPTIONS)
  const { localTime } = await client.db('admin').command({ hello: 1 })
  return localTime
}
