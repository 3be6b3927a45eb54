import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { openCluster } from './postgres/cluster.ts'
import { findHost } from './postgres/host.ts'
import { commandOf, type Server, type ServerOptions, startServer, urlOf } from './postgres/server.ts'

export type PostgresOptions = {
  /** Where the databases live; made when it is not there, used again when it is. */
  dir: string
  port?: number
  /** False for tests: fast, and lost with the machine. */
  durable?: boolean
  /** What PostgreSQL says about itself; by default beside the databases. */
  logFile?: string
  log: (line: string) => void
}

export type Postgres = {
  /** The superuser's address, without a database. */
  url: string
  stop(): Promise<void>
}

/** Starts the PostgreSQL that npm installed, on this machine only, and starts it again should it end by itself. */
export async function openPostgres({ durable = true, log, ...rest }: PostgresOptions): Promise<Postgres> {
  const host = await findHost(resolve(rest.dir), log)
  const cluster = await openCluster(host, durable)
  const port = rest.port ?? (await freePort())
  const options = { host, cluster, port, durable, logFile: rest.logFile ?? join(host.dir, 'postgres.log') }
  let server = await startServer(options)
  let stopping = false
  const guard = async () => {
    while (true) {
      await server.exited
      if (stopping) return
      log('PostgreSQL ended by itself and is started again')
      server = await startAgain(options, log)
      if (stopping) await endServer(server)
    }
  }
  const guarded = guard()
  return {
    url: urlOf(options),
    stop: async () => {
      stopping = true
      await endServer(server)
      await guarded
    },
  }
}

type Prepared = { command: string; args: string[]; cwd: string; user?: { uid: number; gid: number }; url: string }

/** Makes the databases of a folder and says how to serve them, for whoever starts PostgreSQL by other means. */
export async function preparePostgres({
  dir,
  port,
  log,
}: Required<Pick<PostgresOptions, 'dir' | 'port' | 'log'>>): Promise<Prepared> {
  const host = await findHost(resolve(dir), log)
  const cluster = await openCluster(host, true)
  const server = commandOf({ host, cluster, port, durable: true })
  return { ...server, cwd: host.dir, url: urlOf({ cluster, port }), ...(host.user && { user: host.user }) }
}

async function startAgain(options: ServerOptions, log: (line: string) => void): Promise<Server> {
  while (true) {
    try {
      return await startServer(options)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await delay(2000)
    }
  }
}

/** Fast: sessions are ended, what is committed is on disk. */
async function endServer(server: Server): Promise<void> {
  const patience = new AbortController()
  server.process.kill('SIGINT')
  const slow = delay(2500, undefined, { signal: patience.signal }).then(
    () => server.process.kill('SIGQUIT'),
    () => {},
  )
  await server.exited
  patience.abort()
  await slow
}
