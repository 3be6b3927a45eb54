import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Engine,
  type EngineServer,
  ensureObtained,
  type ServerLocation,
  startEngineServer,
  stopEngineServer,
} from '@meadow/engines'
import { findNextFreePort } from '@meadow/stack/ports'

export type OwnServer = AsyncDisposable & {
  /** The port for clients. */
  port: number
  location: ServerLocation
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Stops it. `wipe` deletes its data. */
  stop(options?: { wipe: boolean }): Promise<void>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

type OwnServerOptions = {
  /** The folder of its log, which remains. By default it is in the temporary folder. */
  logFolder?: string
}

/** Starts a server for one test, in a temporary folder. @throws if it is not available */
export async function startOwnServer(engine: Engine, { logFolder }: OwnServerOptions = {}): Promise<OwnServer> {
  await ensureObtained(engine, console.error)
  const dir = await mkdtemp(join(tmpdir(), `meadow-${engine.name}-`))
  const ports = await findFreePorts(engine.ports.length)
  const location = { ports, dir: join(dir, 'data') }
  let server: EngineServer | undefined
  let guard: Disposable | undefined
  const own: OwnServer = {
    port: ports[0] ?? 0,
    location: location,
    async start() {
      const logFile = logFolder ? join(logFolder, `${engine.name}.log`) : join(dir, 'server.log')
      const onStarted = (started: EngineServer) => {
        server = started
        guard?.[Symbol.dispose]()
        guard = cleanUpWhenKilled(dir, started)
      }
      await startEngineServer(engine, { location, logFile, onStarted })
    },
    async stop({ wipe } = { wipe: false }) {
      if (server) await stopEngineServer(server)
      if (wipe) await rm(location.dir, { recursive: true, force: true })
    },
    async kill() {
      if (server) await stopEngineServer({ ...server, stopSignal: 'SIGKILL' })
    },
    async [Symbol.asyncDispose]() {
      if (server) await stopEngineServer({ ...server, stopSignal: 'SIGKILL' }) // its data is deleted anyway
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
function cleanUpWhenKilled(dir: string, { process: { pid } }: EngineServer): Disposable {
  const shell = spawn('sh', ['-c', 'cat; kill -9 "$1"; rm -rf "$0"', dir, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { [Symbol.dispose]: () => void shell.kill('SIGKILL') }
}
