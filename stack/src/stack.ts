import { join } from 'node:path'
import { logFileOf, takeDataFolder } from './data-folder.ts'
import { nextFreePort } from './free-port.ts'
import { openNotes } from './leftovers.ts'
import type { Options } from './options.ts'
import { openPostgres } from './postgres.ts'
import { addressesOf, COMPILE_CACHE, GATEWAY, placePrograms } from './programs.ts'
import { whenReady } from './ready.ts'
import { supervise } from './supervisor.ts'

export type Stack = AsyncDisposable & { url: string }

/** How long the gateway and the services may take to end; PostgreSQL gets the rest of ten seconds. */
const GATEWAY_ENDS = 2500
const SERVICES_END = 4500

/** Starts the whole product on a data folder. Disposed of, it ends from the outside to the inside. */
export async function startStack(options: Options, say: (line: string) => void, signal: AbortSignal): Promise<Stack> {
  await using opened = new AsyncDisposableStack()
  const failed = new AbortController() // then nobody need wait for the others
  const waiting = AbortSignal.any([signal, failed.signal])
  const { dataDir } = options
  let isUp = false
  const folder = await takeDataFolder(dataDir)
  opened.defer(folder.release)
  const notes = openNotes(join(dataDir, 'processes'))
  await notes.endAll()

  const took = stopwatch()
  const postgres = await openPostgres({
    dir: join(dataDir, 'postgres'),
    logFile: await logFileOf(dataDir, 'postgres'),
    log: say,
  })
  opened.defer(postgres.stop)
  say(`  ${'database'.padEnd(10)} ready after ${took()}`)

  const port = await nextFreePort(options.port)
  if (port !== options.port) say(`  Port ${options.port} is taken, so Meadow takes ${port}.`)
  const programs = await placePrograms(dataDir)
  const environment = {
    ...process.env,
    STORE_URL: postgres.url,
    BUS_URL: postgres.url,
    STATE_URL: postgres.url,
    ...addressesOf(programs),
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const start = async (name: string, script: string, env: Record<string, string | undefined>) => {
    const program = { name, script, env: { ...environment, ...env }, logFile: await logFileOf(dataDir, name) }
    return supervise(program, { notes, log: (line) => isUp && say(line) })
  }
  const ready = async (child: Awaited<ReturnType<typeof start>>, url: string) => {
    await whenReady(child, url, waiting)
    say(`  ${child.name.padEnd(10)} ready after ${took()}`)
  }

  const children = await Promise.all(
    programs.map(async (one) => ({ ...one, child: await start(one.name, one.script, one.env) })),
  )
  opened.defer(async () => {
    await Promise.all(children.map(({ child }) => child.stop(SERVICES_END)))
  })
  const gateway = await start('gateway', GATEWAY, { PORT: String(port), HOST: undefined })
  opened.defer(() => gateway.stop(GATEWAY_ENDS))
  await Promise.all(children.map(({ child, url }) => ready(child, `${url}/health/ready`))).catch((error) => {
    failed.abort()
    throw error
  })
  await ready(gateway, `http://127.0.0.1:${port}/api/health`)

  isUp = true
  const all = opened.move()
  return { url: `http://localhost:${port}`, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function stopwatch(): () => string {
  const begun = performance.now()
  return () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
