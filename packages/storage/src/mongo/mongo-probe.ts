import type { MongoClient } from 'mongodb'

/** Shorter than the second after which a probe counts as failed. */
const PROBE_TIMEOUT_MS = 900

/** The options of a client for probes: one connection, and one for the monitor of the driver. */
export const MONGO_PROBE_OPTIONS = {
  maxPoolSize: 1,
  connectTimeoutMS: PROBE_TIMEOUT_MS,
  serverSelectionTimeoutMS: PROBE_TIMEOUT_MS,
  waitQueueTimeoutMS: PROBE_TIMEOUT_MS,
  socketTimeoutMS: PROBE_TIMEOUT_MS,
  serverMonitoringMode: 'poll',
  readPreference: 'primary',
} as const

/** Creates a probe on a client of its own, which connects at the first ping. It responds while all connections of a pool are busy. */
export const createMongoProbe = (client: MongoClient) => ({
  async ping(): Promise<void> {
    await client.db('admin').command({ ping: 1, maxTimeMS: PROBE_TIMEOUT_MS })
  },
  [Symbol.asyncDispose]: () => client.close(),
})
