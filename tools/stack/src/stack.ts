import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCommunity } from './community.ts'
import { readOrCreateDataFile } from './data-file.ts'
import { assertRestoreComplete, lockDataFolder, toLogPath } from './data-folder.ts'
import { startEngines } from './engines.ts'
import { readFileVariables, selectEnvironment } from './environment.ts'
import { restrictExistingFiles, restrictNewFiles } from './file-modes.ts'
import { findNextFreePort } from './free-port.ts'
import { MALLOC_VARIABLES, MEMORY_OPTIONS } from './memory/memory-settings.ts'
import { listNetworkUrls, toHealthCheckUrl, toLocalUrl } from './network-urls.ts'
import { DEFAULT_HOST, type StackOptions } from './options.ts'
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
import { openServiceDatabases } from './service-databases.ts'
import { openServiceUrls } from './service-urls.ts'
import { type SupervisedProcess, supervise } from './supervisor.ts'
import { createUrlFile } from './url-file.ts'

export type Stack = AsyncDisposable & {
  url: string
  /** The URL of each gateway. The first is `url`. */
  urls: string[]
  /** The URLs by which other machines reach the gateways. */
  networkUrls: string[]
}

/** The time-outs for the gateway and the services to stop. PostgreSQL gets the rest of ten seconds. */
const GATEWAY_STOP_TIMEOUT_MS = 2500
const SERVICES_STOP_TIMEOUT_MS = 4500

/** Starts the whole product on a data folder. Disposal stops it from the outside to the inside. */
export async function startStack(
  options: StackOptions,
  printLine: (line: string) => void,
  signal: AbortSignal,
): Promise<Stack> {
  const environment = readFileVariables(process.env)
  await using opened = new AsyncDisposableStack()
  const { dataDir, host = DEFAULT_HOST, development = false, engines = false, instances = 1, empty = false } = options
  restrictNewFiles()
  const folder = await lockDataFolder(dataDir)
  opened.defer(folder.release)
  assertRestoreComplete(dataDir)
  if (!restrictExistingFiles(dataDir))
    printLine(`  Other users of this machine may be able to read files in ${dataDir}`)
  const registry = openProcessRegistry(join(dataDir, 'processes'))
  await registry.terminateAll()

  const progress = openProgress(printLine)
  const community = openCommunity(dataDir, !empty)
  const logFile = toLogPath(dataDir, 'postgres')
  const postgres = await openPostgres({ dir: join(dataDir, 'postgres'), logFile, log: printLine })
  opened.defer(postgres.stop)
  progress('database')
  const named: NodeJS.ProcessEnv = {
    DRAIN_SECONDS: '0', // there is no load balancer that has to notice
    ...(engines && (await startEngines({ dataDir, variables: environment, log: printLine, signal }))),
    ...environment,
  }
  const connections = await openServiceDatabases({ dataDir, superuserUrl: postgres.url, variables: named })
  opened.defer((await createUrlFile(dataDir, 'bus-url', connections.operatorVariables.BUS_URL)).remove)
  opened.defer((await createUrlFile(dataDir, 'store-url', postgres.url)).remove)

  const programs = await planPrograms({ dataDir, development, variables: named, instances })
  const addresses = opened.use(await openServiceUrls(programs))
  const variables = {
    ...MALLOC_VARIABLES,
    ...named,
    ...addresses.variables,
    SIGNING_KEY_ENCRYPTION_KEY:
      named['SIGNING_KEY_ENCRYPTION_KEY'] || (await readEncryptionKey(dataDir, 'signing-key-encryption-key')),
    PUSH_KEY_ENCRYPTION_KEY:
      named['PUSH_KEY_ENCRYPTION_KEY'] || (await readEncryptionKey(dataDir, 'push-key-encryption-key')),
    ...toMailVariables(dataDir, named),
    OAUTH_DEMO: named['OAUTH_DEMO'] || (named['PUBLIC_URL'] ? 'off' : 'on'),
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const communityOptions = {
    variables: { ...variables, ...connections.operatorVariables, ...connections.stateVariables },
    programs,
    registry,
    printLine,
  }
  Object.assign(variables, await community.createFirstMembers({ ...communityOptions, signal }))
  const failed = new AbortController() // aborts the other waits when a program fails
  let isUp = false
  const services: SupervisedProcess[] = []
  opened.defer(async () => {
    await Promise.all(services.map((service) => service.stop(SERVICES_STOP_TIMEOUT_MS)))
  })

  const start = async ({ name, service, script, env, isWatched }: Omit<PlannedProgram, 'url'>) => {
    const known = selectEnvironment(service, { ...variables, ...connections.variablesFor(service), ...env })
    const nodeOptions = development ? [] : MEMORY_OPTIONS
    const program = { name, script, env: known, logFile: toLogPath(dataDir, name), isWatched, nodeOptions }
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
    const env = {
      PORT: String(port),
      HOST: host,
      METRICS_PORT: toMetricsPort(named['METRICS_PORT'], index),
      METRICS_HOST: '127.0.0.1',
    }
    const program = { name, service: 'gateway', script: GATEWAY_SCRIPT, env, isWatched: development }
    gateways.push({ gateway: await start(program), port })
  }
  const [{ port } = options] = gateways
  const linkVariables = { LINK_ORIGIN: named['LINK_ORIGIN'] || named['PUBLIC_URL'] || toLocalUrl(host, port) }
  Object.assign(variables, linkVariables)
  await startPrograms(programs, startService, dataDir).catch((error) => {
    failed.abort()
    throw error
  })
  for (const { gateway, port } of gateways) await ready(gateway, `${toHealthCheckUrl(host, port)}/api/health`)

  isUp = true
  const ending = new AbortController()
  const communityFill = community.createOtherMembers({
    ...communityOptions,
    variables: { ...communityOptions.variables, ...linkVariables },
    signal: ending.signal,
  })
  opened.defer(async () => {
    ending.abort()
    await communityFill
  })
  const all = opened.move()
  const urls = gateways.map(({ port }) => toLocalUrl(host, port))
  const networkUrls = gateways.flatMap(({ port }) => listNetworkUrls(host, port))
  return { url: urls[0] ?? '', urls, networkUrls, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Returns a key that encrypts the private keys in a store. The first start creates it. */
const readEncryptionKey = (dataDir: string, name: string): Promise<string> =>
  readOrCreateDataFile(dataDir, name, () => randomBytes(32).toString('base64'))

/**
 * Returns the variables of mail: it goes to files, which browsers of this machine see at /dev/mail, unless variables say otherwise.
 * Members must prove their address where mail is really sent.
 */
function toMailVariables(dataDir: string, named: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const MAIL_URL = named['MAIL_URL'] || pathToFileURL(join(dataDir, 'mail')).href
  const isFolder = MAIL_URL.startsWith('file:')
  const isShown = isFolder && !named['PUBLIC_URL']
  return {
    MAIL_URL,
    MAILBOX_PAGE: named['MAILBOX_PAGE'] || (isShown ? 'on' : 'off'),
    REQUIRE_VERIFIED_EMAIL: named['REQUIRE_VERIFIED_EMAIL'] || (isFolder ? 'off' : 'on'),
  }
}

/** Starts all programs at the same time. Those without a copy of auth's keys follow: they cannot verify tokens yet. */
async function startPrograms(
  programs: PlannedProgram[],
  startOne: (program: PlannedProgram) => Promise<void>,
  dataDir: string,
) {
  const hasKeys = ({ name, service }: PlannedProgram) =>
    service === 'auth' || service === 'frontends' || existsSync(toKeysFile(dataDir, name))
  await Promise.all(programs.filter(hasKeys).map(startOne))
  await Promise.all(programs.filter((program) => !hasKeys(program)).map(startOne))
}

function openProgress(printLine: (line: string) => void): (name: string) => void {
  const startedAt = performance.now()
  return (name) =>
    printLine(`  ${name.padEnd(10)} ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
