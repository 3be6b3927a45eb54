import type { Measured } from '@meadow/service'
import type { MongoClient } from 'mongodb'
import { createTurns } from '../turns.ts'
import { measureMongo } from './measure-mongo.ts'
import { MAX_TIME_MS, type Mongo } from './mongo.ts'

/** A database with a small pool of connections; disposing of it ends them. */
export type MongoStore = Mongo & AsyncDisposable & Measured

type Options = {
  /** Used when the address has none. */
  database?: string
  /** How many connections at most. @default 6 */
  max?: number
  /** What MongoDB shows as `appName`. */
  name?: string
}

/** What every connection keeps to. Nothing is acknowledged before most of the set have it on their disks. */
const KEPT = {
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
} as const

/** Opens a small pool on the database of `url`. @throws when it is away, and where transactions cannot be had */
export async function openMongo(
  url: string,
  { database, max = 6, name = 'meadow' }: Options = {},
): Promise<MongoStore> {
  const { MongoClient } = await import('mongodb') // only who uses MongoDB loads its client
  await using opening = new AsyncDisposableStack()
  const client = opening.adopt(new MongoClient(url, { ...KEPT, maxPoolSize: max, appName: name }), (one) => one.close())
  const measure = measureMongo(name, client)
  await client.connect()
  await checkSet(client)
  opening.move()
  return {
    db: client.db(hasDatabase(url) ? undefined : database),
    within: { maxTimeMS: MAX_TIME_MS },
    turns: createTurns(),
    measure,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Several hosts with a port each make an address that no standard knows as a URL. */
const hasDatabase = (url: string): boolean => /^[^/]+:\/\/[^/?]+\/[^?]/.test(url)

async function checkSet(client: MongoClient): Promise<void> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 })
  if (!setName && msg !== 'isdbgrid')
    throw new Error('MongoDB must run as a replica set, one member is enough: without it there are no transactions')
}
