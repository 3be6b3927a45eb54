import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a server listens, and a folder of its own. */
export type At = { port: number; folder: string }

/** Starts a server and answers how to end it, once it answers. @throws when it cannot, because the port is taken, say */
export type Start = (at: At) => Promise<() => Promise<unknown>>

export type RunningServer = {
  port: number
  stop(): Promise<void>
  /** Starts it again at the same port. */
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Below the ports that systems give to whoever does not ask for one, so that nobody takes it while it is stopped. */
const aPort = () => 20_000 + Math.floor(Math.random() * 12_000)
const ATTEMPTS = 5

/** Runs a server for a test at a free port; it can be stopped and started again. */
export async function runServer(start: Start): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-test-'))
  for (let attempt = 1; ; attempt += 1) {
    const at = { port: aPort(), folder }
    try {
      let end = await start(at)
      const stop = async () => void (await end())
      return {
        port: at.port,
        stop,
        async start() {
          end = await start(at)
        },
        async [Symbol.asyncDispose]() {
          await stop()
          await rm(folder, { recursive: true, force: true })
        },
      }
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}
