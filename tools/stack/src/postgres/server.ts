import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, SUPERUSER } from './cluster.ts'
import type { Host } from './host.ts'
import { endLeftover, note } from './leftover.ts'

export type ServerOptions = { host: Host; cluster: Cluster; port: number; logFile: string; durable: boolean }
export type Server = { process: ChildProcess; exited: Promise<unknown> }

/** After a SIGKILL the first starts are refused until all that belonged to the old server is gone. */
const PATIENCE = 20_000
const PASSING = /lock file|shared memory block|Address already in use|could not bind/i

/** Starts PostgreSQL and waits until it answers. @throws what its log says when it does not */
export async function startServer(options: ServerOptions): Promise<Server> {
  const begin = Date.now()
  while (true) {
    await endLeftover(options.host.dir, options.cluster.data)
    const from = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0
    const server = launch(options)
    if (await answers(server, options)) return server
    const log = readFileSync(options.logFile).subarray(from).toString().trim()
    if (!PASSING.test(log) || Date.now() - begin > PATIENCE) throw new Error(`PostgreSQL did not start:\n${log}`)
    await delay(300)
  }
}

export function urlOf({ cluster, port }: Pick<ServerOptions, 'cluster' | 'port'>): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}`
}

type Run = Omit<ServerOptions, 'logFile'>

/** The program that serves a cluster, and what it is started with. */
export function commandOf({ host, cluster, port, durable }: Run): { command: string; args: string[] } {
  const line = [...host.prefix, host.binaries.postgres, '-D', cluster.data, ...settings(port, durable)]
  const [command = '', ...args] = line
  return { command, args }
}

function launch({ logFile, ...options }: ServerOptions): Server {
  const { host, durable } = options
  const { command, args } = commandOf(options)
  const log = openSync(logFile, 'a', 0o600)
  // An own process group: Ctrl-C in a terminal must reach the services first, the database last.
  const child = spawn(command, args, {
    ...host.user,
    cwd: host.dir,
    detached: durable,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
  })
  closeSync(log)
  if (child.pid !== undefined) note(host.dir, child.pid)
  return { process: child, exited: once(child, 'exit').catch((error) => error) }
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB', // what is read often; the machine keeps the rest of the files in its own memory
    timezone: 'UTC',
    jit: 'off',
    random_page_cost: 1.1, // no disk turns under it any more
    log_line_prefix: '%m [%p] %q%d ',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function answers(server: Server, options: ServerOptions): Promise<boolean> {
  let gone = false
  server.exited.then(() => {
    gone = true
  })
  while (!gone) {
    const client = new pg.Client({ connectionString: `${urlOf(options)}/postgres`, connectionTimeoutMillis: 2000 })
    client.on('error', () => {}) // the server going away is seen by its exit
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
