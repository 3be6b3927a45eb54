import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { selectEnvironment } from '../environment.ts'
import { createLogFile } from '../log-file.ts'
import { type PostgresCluster, SUPERUSER } from './cluster.ts'
import type { PostgresHost } from './host.ts'
import { terminateStaleServer, writeServerIdentity } from './stale-server.ts'

export type PostgresServerOptions = {
  host: PostgresHost
  cluster: PostgresCluster
  port: number
  logFile: string
  durable: boolean
}
export type PostgresServer = {
  process: ChildProcess
  /** Resolves when all its processes are gone and their output is in the log. */
  exited: Promise<unknown>
  /** Returns the end of its output. */
  getLastOutput(): string
}

/** After a SIGKILL PostgreSQL refuses to start until all processes of the old server are gone. */
const START_TIMEOUT_MS = 20_000
const LAST_OUTPUT_LENGTH = 10_000
const RETRYABLE_LOG_LINES = /lock file|shared memory block|Address already in use|could not bind/i

/** Starts PostgreSQL and waits until it accepts connections. @throws an error with its log if it does not */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const startedAt = Date.now()
  while (true) {
    await terminateStaleServer(options.host.dir, options.cluster.data)
    const server = launch(options)
    if (await waitForConnection(server, options)) return server
    const log = server.getLastOutput().trim()
    if (!RETRYABLE_LOG_LINES.test(log) || Date.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`PostgreSQL did not start:\n${log}`)
    await delay(300)
  }
}

export function toServerUrl({ cluster, port }: Pick<PostgresServerOptions, 'cluster' | 'port'>): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}`
}

type ServerCommandOptions = Omit<PostgresServerOptions, 'logFile'>

/** Returns the command that serves a cluster. */
export function buildServerCommand({ host, cluster, port, durable }: ServerCommandOptions): {
  command: string
  args: string[]
} {
  const line = [...host.prefix, host.binaries.postgres, '-D', cluster.data, ...toSettingArguments(port, durable)]
  const [command = '', ...args] = line
  return { command, args }
}

function launch({ logFile, ...options }: PostgresServerOptions): PostgresServer {
  const { host, durable } = options
  const { command, args } = buildServerCommand(options)
  const log = createLogFile(logFile)
  let lastOutput = ''
  // In its own process group: Ctrl-C in a terminal must stop the services first and the database last.
  const child = spawn(command, args, {
    ...host.user,
    cwd: host.dir,
    detached: durable,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: selectEnvironment('postgres', { ...process.env, LC_ALL: 'C' }),
  })
  for (const output of [child.stdout, child.stderr]) {
    log.appendFrom(output)
    output.on('data', (chunk) => {
      lastOutput = `${lastOutput}${chunk}`.slice(-LAST_OUTPUT_LENGTH)
    })
  }
  if (child.pid !== undefined) writeServerIdentity(host.dir, child.pid)
  return { process: child, exited: once(child, 'close').catch((error) => error), getLastOutput: () => lastOutput }
}

function toSettingArguments(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB', // the operating system caches the rest
    timezone: 'UTC',
    jit: 'off',
    random_page_cost: 1.1, // for solid-state disks
    log_line_prefix: '%m [%p] %q%d ',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitForConnection(server: PostgresServer, options: PostgresServerOptions): Promise<boolean> {
  let hasExited = false
  server.exited.then(() => {
    hasExited = true
  })
  while (!hasExited) {
    const client = new pg.Client({
      connectionString: `${toServerUrl(options)}/postgres`,
      connectionTimeoutMillis: 2000,
    })
    client.on('error', () => {}) // the exit of the server is handled below
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await client.end().catch(() => {})
      await Promise.race([server.exited, delay(60)])
    }
  }
  return false
}
