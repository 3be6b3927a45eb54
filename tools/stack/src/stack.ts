import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCommunity } from './community.ts'
import { lockDataFolder, prepareLogFile } from './data-folder.ts'
import { startEngines } from './engines.ts'
import { findNextFreePort } from './free-port.ts'
import type { StackOptions } from './options.ts'
import { openPostgres } from './postgres.ts'
import { openProcessRegistry } from './process-registry.ts'
import {
  COMPILE_CACHE,
  GATEWAY_SCRIPT,
  type PlannedProgram,
  planPrograms,
  toInstanceNames,
  toKeysFile,
  toMetricsPort,
} from './programs.ts'
import { waitUntilReady } from './readiness.ts'
import { openServiceUrls } from './service-urls.ts'
import { type SupervisedProcess, supervise } from './supervisor.ts'
import { createUrlFile } from './url-file.ts'

/** `urls`: one for each gateway, the first of which is `url`. */
export type Stack = AsyncDisposable & { url: string; urls: string[] }

/** The time-outs for the gateway and the services to stop. PostgreSQL gets the rest of ten seconds. */
const GATEWAY_STOP_TIMEOUT_MS = 2500
const SERVICES_STOP_TIMEOUT_MS = 4500

/** Starts the whole product on a data folder. Disposal stops it from the outside to the inside. */
export async function startStack(
  options: StackOptions,
  printLine: (line: string) => void,
  signal: AbortSignal,
): Promise<Stack> {
  await using opened = new AsyncDisposableStack()
  const { dataDir, development = false, engines = false, instances = 1, empty = false } = options
  const folder = await lockDataFolder(dataDir)
  opened.defer(folder.release)
  const registry = openProcessRegistry(join(dataDir, 'processes'))
  await registry.terminateAll()

  const progress = openProgress(printLine)
  const community = openCommunity(dataDir, !empty)
  const postgresLog = await prepareLogFile(dataDir, 'postgres')
  const postgres = await openPostgres({ dir: join(dataDir, 'postgres'), logFile: postgresLog, log: printLine })
  opened.defer(postgres.stop)
  progress('database')
  const named = {
    ...(engines && (await startEngines({ dataDir, variables: process.env, log: printLine, signal }))),
    ...process.env,
  }
  const [BUS_URL, STATE_URL] = [named['BUS_URL'] || postgres.url, named['STATE_URL'] || postgres.url]
  opened.defer((await createUrlFile(dataDir, 'bus-url', BUS_URL)).remove)
  opened.defer((await createUrlFile(dataDir, 'store-url', postgres.url)).remove)

  const programs = await planPrograms({ dataDir, development, variables: named, instances })
  const addresses = opened.use(await openServiceUrls(programs))
  const environment = {
    ...named,
    STORE_URL: postgres.url,
    BUS_URL,
    STATE_URL,
    ...addresses.variables,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  Object.assign(environment, await community.createFirstMembers({ environment, programs, registry, printLine, signal }))
  const failed = new AbortController() // aborts the other waits when a program fails
  let isUp = false
  const services: SupervisedProcess[] = []
  opened.defer(async () => {
    await Promise.all(services.map((service) => service.stop(SERVICES_STOP_TIMEOUT_MS)))
  })

  const start = async ({ name, script, env, watched }: Omit<PlannedProgram, 'url' | 'service'>) => {
    const logFile = await prepareLogFile(dataDir, name)
    const program = { name, script, env: { ...environment, ...env }, logFile, watched }
    return supervise(program, { registry, log: (line) => isUp && printLine(line) })
  }
  const ready = async (child: SupervisedProcess, url: string) => {
    await waitUntilReady(child, url, AbortSignal.any([signal, failed.signal]))
    progress(child.name)
  }
  const startService = async (program: PlannedProgram) => {
    const service = await start(program)
    services.push(service)
    await ready(service, `${program.url}/health/ready`)
  }

  const gateways: { gateway: SupervisedProcess; port: number }[] = []
  opened.defer(async () => {
    await Promise.all(gateways.map(({ gateway }) => gateway.stop(GATEWAY_STOP_TIMEOUT_MS)))
  })
  for (const [index, name] of toInstanceNames('gateway', instances).entries()) {
    const preferredPort = (gateways.at(-1)?.port ?? options.port - 1) + 1
    const port = await findNextFreePort(preferredPort)
    if (port !== preferredPort) printLine(`  Port ${preferredPort} is taken, so Meadow takes ${port}.`)
    const env = { PORT: String(port), HOST: undefined, METRICS_PORT: toMetricsPort(named['METRICS_PORT'], index) }
    gateways.push({ gateway: await start({ name, script: GATEWAY_SCRIPT, env, watched: development }), port })
  }
  await startPrograms(programs, startService, dataDir).catch((error) => {
    failed.abort()
    throw error
  })
  for (const { gateway, port } of gateways) await ready(gateway, `http://127.0.0.1:${port}/api/health`)

  isUp = true
  const ending = new AbortController()
  const communityFill = community.createOtherMembers({
    environment,
    programs,
    registry,
    printLine,
    signal: ending.signal,
  })
  opened.defer(async () => {
    ending.abort()
    await communityFill
  })
  const all = opened.move()
  const urls = gateways.map(({ port }) => `http://localhost:${port}`)
  return { url: urls[0] ?? '', urls, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Starts all programs at the same time. Those without a copy of auth's keys follow: they cannot verify tokens yet. */
async function startPrograms(
  programs: PlannedProgram[],
  startOne: (program: PlannedProgram) => Promise<void>,
  dataDir: string,
) {
  const hasKeys = ({ name }: PlannedProgram) =>
    name === 'auth' || name === 'frontends' || existsSync(toKeysFile(dataDir, name))
  await Promise.all(programs.filter(hasKeys).map(startOne))
  await Promise.all(programs.filter((program) => !hasKeys(program)).map(startOne))
}

function openProgress(printLine: (line: string) => void): (name: string) => void {
  const startedAt = performance.now()
  return (name) =>
    printLine(`  ${name.padEnd(10)} ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
