import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { noteAddress } from './address-note.ts'
import { openAddresses } from './addresses.ts'
import { openCommunity } from './community.ts'
import { logFileOf, takeDataFolder } from './data-folder.ts'
import { bringUpEngines } from './engines.ts'
import { nextFreePort } from './free-port.ts'
import { openNotes } from './leftovers.ts'
import type { Options } from './options.ts'
import { openPostgres } from './postgres.ts'
import { COMPILE_CACHE, GATEWAY, keysFileOf, metricsPortOf, namesOf, type Placed, placePrograms } from './programs.ts'
import { whenReady } from './ready.ts'
import { type Supervised, supervise } from './supervisor.ts'

/** `urls`: one for each gateway, the first of which is `url`. */
export type Stack = AsyncDisposable & { url: string; urls: string[] }

/** How long the gateway and the services may take to end; PostgreSQL gets the rest of ten seconds. */
const GATEWAY_ENDS = 2500
const SERVICES_END = 4500

/** Starts the whole product on a data folder. Disposed of, it ends from the outside to the inside. */
export async function startStack(options: Options, say: (line: string) => void, signal: AbortSignal): Promise<Stack> {
  await using opened = new AsyncDisposableStack()
  const { dataDir, development = false, engines = false, instances = 1, empty = false } = options
  const folder = await takeDataFolder(dataDir)
  opened.defer(folder.release)
  const notes = openNotes(join(dataDir, 'processes'))
  await notes.endAll()

  const progress = openProgress(say)
  const community = openCommunity(dataDir, !empty)
  const postgresLog = await logFileOf(dataDir, 'postgres')
  const postgres = await openPostgres({ dir: join(dataDir, 'postgres'), logFile: postgresLog, log: say })
  opened.defer(postgres.stop)
  progress('database')
  const named = { ...(engines && (await bringUpEngines({ dataDir, named: process.env, say, signal }))), ...process.env }
  const [BUS_URL, STATE_URL] = [named['BUS_URL'] || postgres.url, named['STATE_URL'] || postgres.url]
  opened.defer((await noteAddress(dataDir, 'bus-url', BUS_URL)).forget)
  opened.defer((await noteAddress(dataDir, 'store-url', postgres.url)).forget)

  const programs = await placePrograms({ dataDir, development, named, instances })
  const addresses = opened.use(await openAddresses(programs))
  const environment = {
    ...named,
    STORE_URL: postgres.url,
    BUS_URL,
    STATE_URL,
    ...addresses.variables,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  Object.assign(environment, await community.fillFirst({ environment, programs, notes, say, signal }))
  const failed = new AbortController() // then nobody need wait for the others
  let isUp = false
  const services: Supervised[] = []
  opened.defer(async () => {
    await Promise.all(services.map((service) => service.stop(SERVICES_END)))
  })

  const start = async ({ name, script, env, watched }: Omit<Placed, 'url' | 'service'>) => {
    const logFile = await logFileOf(dataDir, name)
    const program = { name, script, env: { ...environment, ...env }, logFile, watched }
    return supervise(program, { notes, log: (line) => isUp && say(line) })
  }
  const ready = async (child: Supervised, url: string) => {
    await whenReady(child, url, AbortSignal.any([signal, failed.signal]))
    progress(child.name)
  }
  const startService = async (program: Placed) => {
    const service = await start(program)
    services.push(service)
    await ready(service, `${program.url}/health/ready`)
  }

  const gateways: { gateway: Supervised; port: number }[] = []
  opened.defer(async () => {
    await Promise.all(gateways.map(({ gateway }) => gateway.stop(GATEWAY_ENDS)))
  })
  for (const [place, name] of namesOf('gateway', instances).entries()) {
    const wanted = (gateways.at(-1)?.port ?? options.port - 1) + 1
    const port = await nextFreePort(wanted)
    if (port !== wanted) say(`  Port ${wanted} is taken, so Meadow takes ${port}.`)
    const env = { PORT: String(port), HOST: undefined, METRICS_PORT: metricsPortOf(named['METRICS_PORT'], place) }
    gateways.push({ gateway: await start({ name, script: GATEWAY, env, watched: development }), port })
  }
  await inOrder(programs, startService, dataDir).catch((error) => {
    failed.abort()
    throw error
  })
  for (const { gateway, port } of gateways) await ready(gateway, `http://127.0.0.1:${port}/api/health`)

  isUp = true
  const ending = new AbortController()
  const filling = community.fillRest({ environment, programs, notes, say, signal: ending.signal })
  opened.defer(async () => {
    ending.abort()
    await filling
  })
  const all = opened.move()
  const urls = gateways.map(({ port }) => `http://localhost:${port}`)
  return { url: urls[0] ?? '', urls, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** All at once, but the first time: who has no copy of auth's keys yet could not tell who asks. */
async function inOrder(programs: Placed[], startOne: (program: Placed) => Promise<void>, dataDir: string) {
  const hasKeys = ({ name }: Placed) => name === 'auth' || name === 'frontends' || existsSync(keysFileOf(dataDir, name))
  await Promise.all(programs.filter(hasKeys).map(startOne))
  await Promise.all(programs.filter((program) => !hasKeys(program)).map(startOne))
}

function openProgress(say: (line: string) => void): (name: string) => void {
  const begun = performance.now()
  return (name) => say(`  ${name.padEnd(10)} ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}
