import { existsSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockDataFolder, toLogPath } from '@meadow/stack/data-folder'
import { startEngines } from '@meadow/stack/engines'
import { openPostgres } from '@meadow/stack/postgres'
import { openServiceDatabases } from '@meadow/stack/service-databases'
import { toDatabaseUrl } from '@meadow/storage'
import { MEDIA_FOLDERS, SERVICES, type ServiceName } from './services.ts'

export type MediaService = keyof typeof MEDIA_FOLDERS

/** The addresses of all data of an installation, each with the right to read and write all of it. */
export type InstallationUrls = {
  stores: Record<ServiceName, string>
  bus: string
  media: Record<MediaService, string>
}

export type Installation = AsyncDisposable & {
  urls: InstallationUrls
  /** The data folder, unless all data has an address of its own. */
  dataDir?: string
}

export type InstallationOptions = {
  dataDir: string
  /** The variables of `npm start`, such as `POSTS_STORE_URL`. */
  variables: Record<string, string | undefined>
  /** As in `npm start -- --engines`. */
  engines: boolean
  log: (line: string) => void
  /** Refuses an installation that runs. */
  mustBeStopped?: boolean
}

const MEDIA_SERVICES = Object.keys(MEDIA_FOLDERS) as MediaService[]

/** Finds an installation that runs or not; its PostgreSQL is started if it does not. @throws Error if there is none */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { dataDir } = options
  if (hasAllUrls(options.variables)) return toInstallation(toUrls(options.variables))
  if (!existsSync(join(dataDir, 'database-secret'))) throw new Error(`${dataDir} has no data of Meadow`)
  await using opening = new AsyncDisposableStack()
  const variables = { ...(options.engines && (await findEngines(options))), ...options.variables }
  const serverUrl = await openServer(options, opening)
  const toDatabase = (name: string) => toDatabaseUrl(serverUrl, `meadow_${name}`)
  const embedded = Object.fromEntries(SERVICES.map((service) => [toStoreVariable(service), toDatabase(service)]))
  const urls = toUrls({ BUS_URL: toDatabase('bus'), ...embedded, ...toNamed(variables) }, dataDir)
  const opened = opening.move()
  return { urls, dataDir, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/**
 * Creates an empty installation to restore into. An existing data folder is an error, or is renamed if `replace` is true.
 * @throws Error if the data folder is not empty, or its installation runs
 */
export async function createInstallation(options: InstallationOptions & { replace: boolean }): Promise<Installation> {
  const { dataDir, log } = options
  if (hasAllUrls(options.variables)) return toInstallation(toUrls(options.variables))
  await assertEmptyFolder(options)
  await using opening = new AsyncDisposableStack()
  const folder = await lockDataFolder(dataDir)
  opening.defer(folder.release)
  const postgres = await startPostgres(dataDir, log)
  opening.defer(postgres.stop)
  const variables = { ...(options.engines && (await findEngines(options))), ...options.variables }
  const { operatorVariables } = await openServiceDatabases({ dataDir, superuserUrl: postgres.url, variables })
  const urls = toUrls({ ...toNamed(variables), ...operatorVariables }, dataDir)
  const all = opening.move()
  return { urls, dataDir, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const toInstallation = (urls: InstallationUrls): Installation => ({ urls, async [Symbol.asyncDispose]() {} })

const toStoreVariable = (service: ServiceName) => `${service.toUpperCase()}_STORE_URL`
const toMediaVariable = (service: MediaService) => `${service.toUpperCase()}_MEDIA_URL`

type Variables = Record<string, string | undefined>

/** Returns the variables with a value. */
const toNamed = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value))

/** Returns whether the variables name all data, so that no data folder is needed. */
const hasAllUrls = (variables: Variables): boolean =>
  [
    'BUS_URL',
    ...SERVICES.map(toStoreVariable),
    ...MEDIA_SERVICES.map((service) => (variables['MEDIA_URL'] ? 'MEDIA_URL' : toMediaVariable(service))),
  ].every((name) => variables[name])

function toUrls(variables: Variables, dataDir = ''): InstallationUrls {
  const find = (name: string) => variables[name] ?? ''
  const toMediaUrl = (service: MediaService) =>
    find(toMediaVariable(service)) || find('MEDIA_URL') || pathToFileURL(join(dataDir, MEDIA_FOLDERS[service])).href
  return {
    stores: Object.fromEntries(SERVICES.map((service) => [service, find(toStoreVariable(service))])) as Record<
      ServiceName,
      string
    >,
    bus: find('BUS_URL'),
    media: { posts: toMediaUrl('posts'), chat: toMediaUrl('chat') },
  }
}

const findEngines = ({ dataDir, variables, log }: InstallationOptions) =>
  startEngines({ dataDir, variables, log, signal: new AbortController().signal })

/** Returns the URL of the superuser of an installation that runs, or starts its PostgreSQL. */
async function openServer(
  { dataDir, log, mustBeStopped = false }: InstallationOptions,
  opening: AsyncDisposableStack,
): Promise<string> {
  const running = await readFile(join(dataDir, 'store-url'), 'utf8').catch(() => '')
  const folder = await lockDataFolder(dataDir).catch((error) => {
    if (running === '' || mustBeStopped) throw error
    return undefined
  })
  if (!folder) return running.trim()
  opening.defer(folder.release)
  const postgres = await startPostgres(dataDir, log)
  opening.defer(postgres.stop)
  return postgres.url
}

const startPostgres = (dataDir: string, log: (line: string) => void) =>
  openPostgres({ dir: join(dataDir, 'postgres'), logFile: toLogPath(dataDir, 'postgres'), log })

async function assertEmptyFolder({ dataDir, replace, log }: InstallationOptions & { replace: boolean }): Promise<void> {
  const entries = await readdir(dataDir).catch(() => [])
  if (entries.length === 0) return
  if (!replace)
    throw new Error(`${dataDir} is not empty. Choose another folder with --data, or move it aside with --replace.`)
  await (await lockDataFolder(dataDir)).release() // it does not run
  const aside = `${dataDir}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await rename(dataDir, aside)
  log(`The former data is in ${aside}`)
}
