import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'
import { findOrCreateCluster } from './postgres/cluster.ts'
import { assertClusterVersion } from './postgres/cluster-version.ts'
import { findPostgresHost } from './postgres/host.ts'
import {
  buildServerCommand,
  type PostgresServer,
  type PostgresServerOptions,
  startPostgresServer,
  toServerUrl,
} from './postgres/server.ts'

const RESTART_DELAY_MS = 2_000
const FAST_SHUTDOWN_TIMEOUT_MS = 2_500

export type PostgresOptions = {
  /** The folder of the databases. Created if it is missing. */
  dir: string
  port?: number
  /** False for tests: faster, but a crash of the machine loses data. */
  durable?: boolean
  /** The log of PostgreSQL. @default `postgres.log` in the folder */
  logFile?: string
  log: (line: string) => void
}

export type Postgres = {
  /** The superuser's URL, without a database. */
  url: string
  stop(): Promise<void>
}

/** Starts the PostgreSQL from npm on the loopback address, and restarts it if it exits. */
export async function openPostgres({ durable = true, log, ...rest }: PostgresOptions): Promise<Postgres> {
  const host = await findPostgresHost(resolve(rest.dir), log)
  const cluster = await findOrCreateCluster(host, durable)
  await assertClusterVersion(host, cluster)
  const port = rest.port ?? (await findFreePort())
  const options = { host, cluster, port, durable, logFile: rest.logFile ?? join(host.dir, 'postgres.log') }
  let server = await startPostgresServer(options)
  let stopping = false
  const superviseServer = async () => {
    while (true) {
      await server.exited
      if (stopping) return
      log('PostgreSQL exited unexpectedly and is restarted')
      server = await restartServer(options, log)
      if (stopping) await stopServer(server)
    }
  }
  const supervision = superviseServer()
  return {
    url: toServerUrl(options),
    stop: async () => {
      stopping = true
      await stopServer(server)
      await supervision
    },
  }
}

type PreparedPostgres = {
  command: string
  args: string[]
  cwd: string
  user?: { uid: number; gid: number }
  url: string
}

/** Creates the cluster of a folder and returns the command that serves it, for callers that start it themselves. */
export async function preparePostgres({
  dir,
  port,
  log,
}: Required<Pick<PostgresOptions, 'dir' | 'port' | 'log'>>): Promise<PreparedPostgres> {
  const host = await findPostgresHost(resolve(dir), log)
  const cluster = await findOrCreateCluster(host, true)
  await assertClusterVersion(host, cluster)
  const server = buildServerCommand({ host, cluster, port, durable: true })
  return { ...server, cwd: host.dir, url: toServerUrl({ cluster, port }), ...(host.user && { user: host.user }) }
}

async function restartServer(options: PostgresServerOptions, log: (line: string) => void): Promise<PostgresServer> {
  while (true) {
    try {
      return await startPostgresServer(options)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await delay(RESTART_DELAY_MS)
    }
  }
}

/** Stops the server with a fast shutdown: ends the sessions; committed data is on disk. */
async function stopServer(server: PostgresServer): Promise<void> {
  const timeout = new AbortController()
  server.process.kill('SIGINT')
  const forced = delay(FAST_SHUTDOWN_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
    () => server.process.kill('SIGQUIT'),
    () => {},
  )
  await server.exited
  timeout.abort()
  await forced
}
