import { setTimeout as delay } from 'node:timers/promises'
import type { Document, MongoClient } from 'mongodb'

/** The name of the replica set, for `--replSet`. */
export const REPLICA_SET = 'meadow'

/** The error code of a replica set that has a configuration already. */
const ALREADY_INITIALIZED = 23
const PRIMARY_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 50
const PROBE_TIMEOUT_MS = 1_000

/** Runs a command on the database `admin`. */
export type RunAdminCommand = (command: Document) => Promise<Document>

/** Runs `work` with a direct connection to one server, whether it is the primary or not. */
async function withServer<Result>(port: number, timeoutMs: number, work: (run: RunAdminCommand) => Promise<Result>) {
  const { MongoClient } = await import('mongodb') // loaded only if a MongoDB starts
  const options = { directConnection: true, serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs }
  const client: MongoClient = new MongoClient(`mongodb://127.0.0.1:${port}`, options)
  try {
    return await work((command) => client.db('admin').command(command))
  } finally {
    await client.close()
  }
}

/** Returns whether a server at this port of the machine responds to commands. */
export const isMongoResponding = (port: number): Promise<boolean> =>
  withServer(port, PROBE_TIMEOUT_MS, (run) => run({ hello: 1 })).then(
    () => true,
    () => false,
  )

/**
 * Makes the server at this port the primary of a replica set of one. `host` is its `hostname:port` in the configuration, at which it must reach itself.
 * @throws if it does not become the primary
 */
export const ensureReplicaSet = (port: number, host: string): Promise<void> =>
  withServer(port, PRIMARY_TIMEOUT_MS, (run) => initiateReplicaSet(run, host))

/** Initiates the replica set, or gives its only member the address `host`, and waits until it is the primary. */
export async function initiateReplicaSet(run: RunAdminCommand, host: string): Promise<void> {
  try {
    await run({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } })
  } catch (error) {
    if ((error as { code?: number }).code !== ALREADY_INITIALIZED) throw error
    await reconfigureHost(run, host)
  }
  const deadline = Date.now() + PRIMARY_TIMEOUT_MS
  while (!(await run({ hello: 1 }))['isWritablePrimary']) {
    if (Date.now() > deadline) throw new Error(`MongoDB at ${host} does not become the primary of its replica set`)
    await delay(POLL_INTERVAL_MS)
  }
}

/** Changes the address of the only member: a server that does not find itself in its set accepts no reads and writes, and has no primary. */
async function reconfigureHost(run: RunAdminCommand, host: string): Promise<void> {
  const { config } = await run({ replSetGetConfig: 1 })
  const [member] = config.members
  if (member.host === host) return
  const changed = { ...config, version: config.version + 1, members: [{ ...member, host }] }
  await run({ replSetReconfig: changed, force: true })
}
