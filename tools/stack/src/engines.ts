import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { ENGINES_FILE, readComposeServices } from './compose-file.ts'
import { readOrCreateDataFile } from './data-file.ts'
import { selectEnvironment } from './environment.ts'

const KAFKA_ACCESS_SCRIPT = resolve(import.meta.dirname, '../../../packages/events/src/roles/main.ts')

/** The engines of a large installation, by the variable with their URL. */
export const ENGINE_BY_VARIABLE = {
  BUS_URL: 'kafka',
  STATE_URL: 'redis',
  MEDIA_URL: 'versitygw',
  POSTS_STORE_URL: 'mongodb',
  CHAT_STORE_URL: 'mongodb',
} as const

type Variables = Record<string, string | undefined>
type StartEnginesOptions = { dataDir: string; variables: Variables; log: (line: string) => void; signal: AbortSignal }

/**
 * Starts the engines of compose.engines.yaml whose variable is not set, and returns the variables with this installation's own
 * part of each: a prefix, a bucket, a database. The engines keep running when the stack stops. @throws Error of docker compose
 */
export async function startEngines({
  dataDir,
  variables,
  log,
  signal,
}: StartEnginesOptions): Promise<Record<string, string>> {
  const missing = new Set(
    Object.entries(ENGINE_BY_VARIABLE).flatMap(([name, engine]) => (variables[name] ? [] : engine)),
  )
  if (missing.size === 0) return {}
  log(`  ${[...missing].join(', ')}: starting in containers. The first start downloads their images …`)
  await runDockerCompose(['up', '--wait', ...missing], signal)
  const services = await readComposeServices(ENGINES_FILE, process.env)
  const engineUrls = Object.assign({}, ...[...missing].map((name) => services[name]?.['x-variables']))
  const id = await readOrCreateDataFile(dataDir, 'installation-id', createInstallationId)
  const urls = toInstallationUrls(engineUrls, id)
  if (urls['BUS_URL']) await createKafkaAccess(urls['BUS_URL'], signal)
  return urls
}

/** Runs docker compose on the engines. @throws Error with what it printed */
async function runDockerCompose(args: readonly string[], signal: AbortSignal): Promise<void> {
  // `.env` has the settings of docker-compose.yml
  const env = { ...process.env, COMPOSE_DISABLE_ENV_FILE: '1' }
  const command = ['compose', '--progress', 'quiet', '-f', ENGINES_FILE, ...args]
  await promisify(execFile)('docker', command, { env, signal }).catch((cause) => {
    signal.throwIfAborted()
    const reason = cause.code === 'ENOENT' ? 'there is no docker on this machine' : (cause.stderr ?? '').trim()
    throw new Error(`--engines needs Docker Compose: ${reason || cause.message}`, { cause })
  })
}

/** Creates the topics of the installation, and the rights of each service. @throws the log of the process that does it */
async function createKafkaAccess(busUrl: string, signal: AbortSignal): Promise<void> {
  const env = selectEnvironment('kafka-access', { ...process.env, BUS_URL: busUrl })
  await promisify(execFile)(process.execPath, [KAFKA_ACCESS_SCRIPT], { env, signal })
}

/** Creates the prefix of one installation in engines that several installations share. */
const createInstallationId = () => `m${crypto.randomUUID().slice(0, 8)}`

/** Returns the URLs of one installation's part of each engine: a prefix, a bucket for each service, a database. */
export function toInstallationUrls(urls: Record<string, string>, id: string): Record<string, string> {
  const parts = Object.entries(urls).flatMap(([name, url]): [string, string][] => {
    const at = (pathname: string) => Object.assign(new URL(url), { pathname }).href
    if (name.endsWith('BUS_URL')) return [[name, at(id)]]
    if (name === 'STATE_URL') return [[name, `${url}?prefix=${id}`]]
    const [, service] = /^(POSTS|CHAT)_MEDIA_URL$/.exec(name) ?? []
    if (service) return [[name, at(`${id}-${service.toLowerCase()}`)]]
    if (name === 'MEDIA_URL')
      return ['posts', 'chat'].map((service) => [`${service.toUpperCase()}_MEDIA_URL`, at(`${id}-${service}`)])
    return [[name, at(`meadow_${name.replace('_STORE_URL', '').toLowerCase()}_${id}`)]]
  })
  return Object.fromEntries(parts)
}
