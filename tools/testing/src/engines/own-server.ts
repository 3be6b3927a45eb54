import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, endServer, obtained, type Place, type Server, startServer } from '@meadow/engines'
import { findNextFreePort } from '@meadow/stack/ports'

export type OwnServer = AsyncDisposable & {
  /** The port for clients. */
  port: number
  place: Place
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Stops it. `wipe` deletes its data. */
  stop(options?: { wipe: boolean }): Promise<void>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

/** Starts a server for one test, in a temporary folder. @throws if it is not available */
export async function startOwnServer(engine: Engine): Promise<OwnServer> {
  await obtained(engine, console.error)
  const dir = await mkdtemp(join(tmpdir(), `meadow-${engine.name}-`))
  const ports = await findFreePorts(engine.ports.length)
  const place = { ports, dir: join(dir, 'data') }
  let server: Server | undefined
  let guard: Disposable | undefined
  const own: OwnServer = {
    port: ports[0] ?? 0,
    place,
    async start() {
      const logFile = join(dir, 'server.log')
      const started = (begun: Server) => {
        server = begun
        guard?.[Symbol.dispose]()
        guard = cleanUpWhenKilled(dir, begun)
      }
      await startServer(engine, { place, logFile, started })
    },
    async stop({ wipe } = { wipe: false }) {
      if (server) await endServer(server)
      if (wipe) await rm(place.dir, { recursive: true, force: true })
    },
    async kill() {
      if (server) await endServer({ ...server, endBy: 'SIGKILL' })
    },
    async [Symbol.asyncDispose]() {
      if (server) await endServer({ ...server, endBy: 'SIGKILL' }) // its data is deleted anyway
      guard?.[Symbol.dispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
  try {
    await own.start()
    return own
  } catch (error) {
    await own[Symbol.asyncDispose]()
    throw error
  }
}

/** Finds ports below the ephemeral range, so that no process gets one while its server is stopped. */
async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  let next = 20_000 + Math.floor(Math.random() * 12_000)
  while (ports.length < count) {
    const port = await findNextFreePort(next)
    ports.push(port)
    next = port + 1
  }
  return ports
}

/** Terminates the server of a killed test run: a shell waits until its standard input closes. */
function cleanUpWhenKilled(dir: string, { process: { pid } }: Server): Disposable {
  const shell = spawn('sh', ['-c', 'cat; kill -9 "$1"; rm -rf "$0"', dir, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { [Symbol.dispose]: () => void shell.kill('SIGKILL') }
}
