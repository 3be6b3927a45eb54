import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@meadow/stack/ports'
import type { Engine, Place } from '../engine.ts'
import { obtained } from '../obtain.ts'
import { endServer, type Server, startServer } from '../server.ts'

export type OwnServer = AsyncDisposable & {
  place: Place
  /** Starts it again on what it kept. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** Starts a server that nobody else uses, in a folder that goes with it. @throws a sentence when it cannot be had */
export async function ownServer(engine: Engine): Promise<OwnServer> {
  await obtained(engine, console.error)
  const dir = await mkdtemp(join(tmpdir(), `meadow-${engine.name}-`))
  const place = { ports: await freePorts(engine.ports.length), dir: join(dir, 'data') }
  let server: Server | undefined
  let guard: Disposable | undefined
  const own: OwnServer = {
    place,
    async start() {
      const logFile = join(dir, 'server.log')
      const started = (begun: Server) => {
        server = begun
        guard?.[Symbol.dispose]()
        guard = cleanUpAfterKill(dir, begun)
      }
      await startServer(engine, { place, logFile, started })
    },
    async stop() {
      if (server) await endServer(server)
    },
    async kill() {
      if (server) await endServer({ ...server, endBy: 'SIGKILL' })
    },
    async [Symbol.asyncDispose]() {
      if (server) await endServer({ ...server, endBy: 'SIGKILL' }) // nobody misses what it kept
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

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** A run that is killed cannot end its server: a shell waits for our end of its input to close. */
function cleanUpAfterKill(dir: string, { process: { pid } }: Server): Disposable {
  const shell = spawn('sh', ['-c', 'cat; kill -9 "$1"; rm -rf "$0"', dir, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { [Symbol.dispose]: () => void shell.kill('SIGKILL') }
}
