import type { Engine } from '@meadow/engines'
import { startOwnServer } from './own-server.ts'
import type { RunningTestEngine } from './test-engine.ts'

type ToUrl = (port: number) => string

/** Starts a server of `tools/engines` for all tests of a run. */
export async function startLocalServer(engine: Engine, toUrl: ToUrl): Promise<RunningTestEngine> {
  const server = await startOwnServer(engine)
  return {
    url: toUrl(server.port),
    what: `${engine.version} on this machine`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
